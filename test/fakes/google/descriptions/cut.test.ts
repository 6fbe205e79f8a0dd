import { expect, test } from 'vitest';
import { asText, cut } from './cut.ts';
import { DRIVE, SHEETS, type Property } from './descriptions.ts';

test.each([SHEETS, DRIVE])('a second reduction of the stored API description changes nothing', (description) => {
  expect(asText(cut(description))).toBe(asText(description));
});

test.each([SHEETS, DRIVE])('the stored API description contains every message that it refers to', (description) => {
  const missing: string[] = [];
  const walk = (property: Property): void => {
    if (property.$ref !== undefined && !(property.$ref in description.schemas)) missing.push(property.$ref);
    for (const below of [property.items, property.additionalProperties, ...Object.values(property.properties ?? {})])
      if (below !== undefined) walk(below);
  };
  for (const schema of Object.values(description.schemas)) walk(schema);
  expect(Object.keys(description.schemas).length).toBeGreaterThan(3);
  expect(missing).toEqual([]);
});
