/** Runs electron-builder once for each list of arguments that is given as JSON: to load it costs as much as to pack. */
import { build, configureBuildCommand, createYargs } from 'electron-builder/out/builder.js';

for (const args of JSON.parse(process.argv[2] ?? '[]') as string[][])
  await createYargs().command(['build', '*'], 'Build', configureBuildCommand, build).strict().parseAsync(args);
