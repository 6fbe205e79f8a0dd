import type { AgentTool } from '../tool.ts';
import { accounts } from './accounts.ts';
import { categories, rules, suggestCategories } from './categories.ts';
import { previewFile, previewSync } from './preview.ts';
import { proposeChanges } from './propose.ts';
import { runReport, runs, syncNow, undoRun } from './runs.ts';
import { status } from './status.ts';
import { findTransactions, summarise } from './transactions.ts';

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
