import { attributesOf, tagsOf, textAt, type Tag } from './xml-tags.ts';

/** The namespace that each prefix means; with its colon, and '' for names without one. */
export type Namespaces = ReadonlyMap<string, string>;

/** What prefixes mean at the attributes and children of an element, wherever in the part they are declared. */
export function namespacesAt(text: string, element: Tag): Namespaces {
  const open: Tag[] = [];
  for (const tag of tagsOf(text)) {
    if (tag.start > element.start) break;
    if (tag.kind === 'close') open.pop();
    else if (tag.kind === 'open' || tag.start === element.start) open.push(tag);
  }
  const namespaces = new Map<string, string>();
  for (const tag of open) {
    for (const attribute of attributesOf(text, tag)) {
      const [isDeclaration, prefix] = /^xmlns(?::(.+))?$/.exec(attribute.name) ?? [];
      if (isDeclaration !== undefined)
        namespaces.set(prefix === undefined ? '' : `${prefix}:`, textAt(text, attribute));
    }
  }
  return namespaces;
}
