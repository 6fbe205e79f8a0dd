import type { Finding } from '../contract/control/service.ts';
import { report } from '../messages/report.ts';
import type { Problem, Report } from '../messages/parameters.ts';
import { reportOf, type PennyrowError } from '../platform/errors.ts';

type About = Pick<Finding, 'check' | 'about' | 'name'>;

export function finding(what: About, status: Finding['status'], found: Problem): Finding {
  return { ...what, status, ...report(found) };
}

/** What an error, or the state of a connection, says is wrong. */
export function wrong(what: About, told: PennyrowError | Report): Finding {
  return { ...what, status: 'problem', ...reportOf(told) };
}
