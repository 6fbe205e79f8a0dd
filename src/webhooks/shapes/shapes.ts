import type { WebhookShape } from '../../contract/webhooks/names.ts';
import { discord } from './discord.ts';
import { homeAssistant } from './home-assistant.ts';
import { ntfy } from './ntfy.ts';
import type { Shape } from './shape.ts';
import { slack } from './slack.ts';
import { standard } from './standard.ts';
import { telegram } from './telegram.ts';

const SHAPES: Readonly<Record<WebhookShape, Shape>> = {
  standard,
  ntfy,
  slack,
  discord,
  telegram,
  'home-assistant': homeAssistant,
};

/** Of what the database holds, which a newer Pennyrow may have written. */
export function shapeOf(name: string): Shape {
  const shape = (SHAPES as Readonly<Record<string, Shape>>)[name];
  if (shape === undefined) throw new TypeError(`There is no shape ${name}.`);
  return shape;
}
