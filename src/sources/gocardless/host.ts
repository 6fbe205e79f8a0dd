export const HOST = 'bankaccountdata.gocardless.com';
