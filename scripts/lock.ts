/**
 * Puts other platforms' optional packages back into the lock file: `npm ci` refuses a lock file that lacks one of them
 * (npm/cli#9846), and `npm install` leaves out those that the registry at hand does not list. Takes out the `engines` of packages: npm holds them
 * against the system's Node and warns of each, while scripts and server run on the Node that the lock file brings.
 */
import { readFileSync, writeFileSync } from 'node:fs';

type Entry = { optionalDependencies?: Record<string, string>; dev?: boolean };
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry & Record<string, unknown>> };
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix'];
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'];

for (const [path, entry] of Object.entries(lock.packages)) {
  // The address of a registry in the lock file would tie every clone to that registry; links to workspaces stay.
  if (typeof entry.resolved === 'string' && /^https?:/.test(entry.resolved)) delete entry.resolved;
  if (path.includes('node_modules/')) delete entry.engines;
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key] || lock.packages[`${path}/${key}`] || !/^\d/.test(version)) continue;
    const words = name.split(/[/-]/);
    const os = words.filter((word) => systems.includes(word));
    const cpu = words.filter((word) => processors.includes(word));
    lock.packages[key] = {
      version,
      ...(cpu.length ? { cpu } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(name.includes('musl') ? { libc: ['musl'] } : {}),
      optional: true,
      ...(os.length ? { os } : {}),
    };
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
