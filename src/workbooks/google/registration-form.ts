import { problem } from '../../messages/problem.ts';
import type { RegistrationForm } from '../workbook-kind.ts';

/** The OAuth client: who asks Google. */
export const registration: RegistrationForm = {
  ways: [
    { fields: [{ id: 'file', type: 'file', isSecret: true, placeholder: 'file' }] },
    {
      fields: [
        { id: 'id', type: 'text', placeholder: 'id' },
        { id: 'secret', type: 'text', isSecret: true, placeholder: 'secret' },
      ],
    },
  ],
  command: 'google-client',
  examples: [
    'pennyrow workbook google-client set ~/Downloads/client_secret.json',
    'pennyrow workbook google-client set --id 1234.apps.googleusercontent.com --secret GOCSPX-…',
  ],
  missing: problem('input_google_client', { reason: 'incomplete' }),
  missingForDemo: problem('input_google_client', { reason: 'demo' }),
};
