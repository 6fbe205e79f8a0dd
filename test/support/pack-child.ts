/** Runs electron-builder once for each list of arguments in the given JSON, since loading it takes as long as packing. */
import { build, configureBuildCommand, createYargs } from 'electron-builder/out/builder.js';

for (const args of JSON.parse(process.argv[2] ?? '[]') as string[][])
  await createYargs().command(['build', '*'], 'Build', configureBuildCommand, build).strict().parseAsync(args);
