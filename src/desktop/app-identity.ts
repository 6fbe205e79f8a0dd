/** As the installers register it: `appId` of electron-builder.yml. */
export const APP_ID = 'app.pennyrow.desktop';
