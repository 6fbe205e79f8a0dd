// Vitest evaluates this file for each test file, but its imports only once for each worker.
import './own-imports.ts';
