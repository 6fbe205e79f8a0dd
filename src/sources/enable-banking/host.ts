/** Of production and of the sandbox, which are told apart by the application. */
export const HOST = 'api.enablebanking.com';
