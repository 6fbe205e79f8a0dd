// Loaded before the program. On exit, writes the loaded files and the created Intl formatters to the file START_PROBE.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const files: string[] = [];
const formats: string[] = [];

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith('file:')) files.push(url);
    return next(url, context);
  },
});

const made = Intl as unknown as Record<string, abstract new () => object>;
for (const name of ['DateTimeFormat', 'ListFormat', 'NumberFormat', 'RelativeTimeFormat', 'Segmenter']) {
  made[name] = new Proxy(made[name] as abstract new () => object, {
    construct: (target, args, newTarget) => {
      formats.push(name);
      return Reflect.construct(target, args, newTarget === made[name] ? target : newTarget) as object;
    },
  });
}

process.on('exit', () => writeFileSync(process.env['START_PROBE'] as string, JSON.stringify({ files, formats })));
