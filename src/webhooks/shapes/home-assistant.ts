import { requirePath, type Shape } from './shape.ts';

/**
 * A webhook trigger: https://www.home-assistant.io/docs/automation/trigger/#webhook-trigger. The whole event, with a title
 * and a text for a notification, is `trigger.json` of the automation. It answers 200 whether or not there is such a trigger.
 */
export const homeAssistant: Shape = {
  check: requirePath(/^(?:\/[^/]+)*\/api\/webhook\/[^/]+\/?$/, 'home_assistant'),
  message: (url, { message, notice }) => ({
    url,
    body: JSON.stringify({ title: notice.title, message: notice.text, ...message }),
  }),
  isSigned: false,
};
