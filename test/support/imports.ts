import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Statement, VariableDeclarator } from '@swc/core';
import { Visitor } from '@swc/core/Visitor.js';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import configuration, { KNOWN_ROOM } from '../../dependency-cruiser.config.ts';

export interface ImportCheck {
  /** Files of ours that were read; 0 means that the checker saw nothing and proves nothing. */
  readonly files: readonly string[];
  readonly violations: readonly { readonly rule: string; readonly from: string; readonly to: string }[];
}

/** What the parser makes of `using x = f()` and `await using x = f()`. */
interface UsingDeclaration {
  readonly type: 'UsingDeclaration';
  readonly decls: VariableDeclarator[];
}

// The visitor that dependency-cruiser walks the syntax with stops at `using`, which it does not know yet.
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function (this: Visitor, statement: Statement | UsingDeclaration): Statement {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement as never;
};

const FOLDERS = ['bin', 'src', 'renderer', 'test', 'bench'];

/** Holds every import below `root` against the table of `dependency-cruiser.config.ts`. */
export async function checkImports(root: string): Promise<ImportCheck> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, {
    ...configuration.options,
    baseDir: root,
    validate: true,
    ruleSet: configuration,
  });
  const { modules, summary } = output as ICruiseResult;
  const inside = new RegExp(`^(${FOLDERS.join('|')})/`);
  const files = modules
    .map((module) => module.source)
    .filter((source) => inside.test(source) && existsSync(join(root, source)));
  // A file that imports nothing breaks no rule about imports, so strays are looked for here.
  const strays = files.filter((file) => file.startsWith('src/') && !KNOWN_ROOM.test(file));
  return {
    files,
    violations: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...strays.map((stray) => ({ rule: 'known-rooms', from: stray, to: stray })),
    ],
  };
}
