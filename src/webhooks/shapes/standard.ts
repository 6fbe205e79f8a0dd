import type { Shape } from './shape.ts';

/** Standard Webhooks 1.0.0: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export const standard: Shape = {
  check: () => undefined,
  message: (url, { body }) => ({ url, body }),
  isSigned: true,
};
