// Explains why Electron stopped during its start on Linux, with the remedy.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SET_UID_ROOT = 0o4755;

/** Facts of the system about the sandbox; null for unknown ones. */
export function sandboxFacts(electron) {
  const helper = join(dirname(electron), 'chrome-sandbox');
  return {
    electron,
    helper,
    isRoot: process.getuid?.() === 0,
    isHelperReady: isHelperReady(helper),
    isRestrictedByAppArmor: read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1',
  };
}

function isHelperReady(helper) {
  try {
    const { uid, mode } = statSync(helper);
    return uid === 0 && (mode & 0o7777) === SET_UID_ROOT;
  } catch {
    return false;
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/** Explains to a user at a terminal why Electron ended with SIGTRAP. Electron has printed its own reason before. */
export function explainTrap({ electron, helper, isRoot, isHelperReady: hasHelper, isRestrictedByAppArmor }) {
  return [
    ...reason(),
    '',
    'Without the desktop: npx pennyrow serve, and npx pennyrow open in another terminal.',
    '',
  ].join('\n');

  function reason() {
    if (isRoot) return ['Electron does not run as root. Start Pennyrow as the user whose desktop this is.'];
    if (hasHelper) return ['Electron stopped itself (SIGTRAP). Its output above contains the reason.'];
    const byHelper = [
      'Give the sandbox’s helper the owner and mode that it needs, once for each version of Electron:',
      '',
      `  sudo chown root:root '${helper}'`,
      `  sudo chmod 4755 '${helper}'`,
    ];
    if (!isRestrictedByAppArmor)
      return ['Electron stopped itself, since this system gives it no sandbox for its pages.', '', ...byHelper];
    return [
      'Electron stopped itself: this system (Ubuntu 23.10 and newer) allows a sandbox only to programs with an AppArmor profile.',
      'Make one for it:',
      '',
      "  sudo tee /etc/apparmor.d/pennyrow-electron <<'END'",
      '  abi <abi/4.0>,',
      '  include <tunables/global>',
      `  profile pennyrow-electron "${electron}" flags=(unconfined) {`,
      '    userns,',
      '  }',
      '  END',
      '  sudo apparmor_parser --replace /etc/apparmor.d/pennyrow-electron',
      '',
      `Or: ${byHelper[0]?.charAt(0).toLowerCase()}${byHelper[0]?.slice(1)}`,
      ...byHelper.slice(1),
      '',
      'The packages for Debian and Ubuntu bring their profile.',
    ];
  }
}
