/**
 * What packages that import Electron by themselves find in tests: nothing of it. The real module would look for its
 * program, and electron-store takes a whole path in place of what it would ask of the app.
 */
export default {};
