// Vitest reads this anew for each file of tests; what it imports, once for all that a worker runs.
import './own-imports.ts';
