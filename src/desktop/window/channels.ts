export const CHANNELS = {
  call: 'pennyrow:call',
  receive: 'pennyrow:receive',
  cancel: 'pennyrow:cancel',
  listen: 'pennyrow:listen',
  event: 'pennyrow:event',
} as const;
