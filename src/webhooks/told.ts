import type { Report } from '../messages/parameters.ts';

/** A report as a message holds it: the sentence in English, and what another language makes it of. */
export function toTold({ code, message, remedy, params, sentence }: Report): {
  code: string;
  message: string;
  remedy: string | null;
  params?: Record<string, unknown>;
  sentence?: string;
} {
  return {
    code,
    message,
    remedy,
    ...(params !== undefined && { params: params as Record<string, unknown> }),
    ...(sentence !== undefined && { sentence }),
  };
}
