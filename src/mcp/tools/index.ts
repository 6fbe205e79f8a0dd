import type { AgentTool } from '../tool.ts';
import { accounts } from './accounts.ts';
import { categories, suggestCategories } from './categories.ts';
import { findTransactions } from './find-transactions.ts';
import { previewFile, previewSync } from './preview.ts';
import { proposeChanges } from './propose.ts';
import { rules } from './rules.ts';
import { runReport, runs } from './runs.ts';
import { status } from './status.ts';
import { summarise } from './summarise.ts';
import { syncNow, undoRun } from './sync.ts';

/** Everything that an agent can call, in the order in which it is listed. */
export const TOOLS: readonly AgentTool[] = [
  accounts,
  findTransactions,
  summarise,
  categories,
  suggestCategories,
  rules,
  runs,
  runReport,
  status,
  previewSync,
  previewFile,
  syncNow,
  undoRun,
  proposeChanges,
];
