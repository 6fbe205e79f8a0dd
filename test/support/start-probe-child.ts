// Loaded ahead of the program: writes to the file START_PROBE, at its end, which files it loaded and which formats of Intl it made.
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
