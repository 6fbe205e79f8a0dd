/**
 * An empty replacement in tests for packages that import Electron themselves. The real module would look for its
 * binary, and electron-store accepts an absolute path instead of asking the app.
 */
export default {};
