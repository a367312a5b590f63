import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readFeatureFlags } from '../apps/server/src/domains/account/enterprise/feature-flags.ts';
import { createMetrics } from '../apps/server/src/platform/telemetry/metrics.ts';

const root = path.join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

type Service = {
  image?: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  healthcheck?: { disable?: boolean };
};
type Compose = { services: Record<string, Service>; secrets: Record<string, { file: string }>; volumes: Record<string, unknown> };

const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const ours = Object.entries(compose.services).filter(([, service]) => service.build);
const roleOf = (service: Service) => service.command?.find((word) => word.startsWith('--roles='))?.slice('--roles='.length);

/** Names that the program reads: those of its schema, and nothing that it would ignore in silence. */
const settings = new Set(
  read('apps/server/src/config.ts')
    .match(/^ {2}[A-Z][A-Z0-9_]+(?=:)/gm)
    ?.map((name) => name.trim()),
);
/** Secrets that the image's first command reads from the file that `<NAME>_FILE` names. */
const secretNames = new Set(/for name in ([A-Z0-9_ ]+); do/.exec(read('deploy/with-secrets.sh'))?.[1]?.split(' '));
const isSetting = (name: string) => settings.has(name) || (name.endsWith('_FILE') && secretNames.has(name.slice(0, -'_FILE'.length)));

test('the schema of the settings is found', () => {
  expect([...settings]).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', 'SIMULATOR_SECRET', 'FEATURES']));
  expect([...secretNames].filter((name) => !settings.has(name))).toEqual([]);
});

test('every setting of the compose file, the image and the unit is one that the program reads', () => {
  const named = [
    ...ours.flatMap(([, { environment }]) => Object.keys(environment ?? {})),
    ...[...read('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = '']) => pairs.match(/[A-Z0-9_]+(?==)/g) ?? []),
    ...[...read('deploy/parley.service').matchAll(/^Environment=(.+)$/gm)].flatMap(
      ([, pairs = '']) => pairs.match(/[A-Z0-9_]+(?==)/g) ?? [],
    ),
  ];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !isSetting(name))).toEqual([]);
});

test('the table of settings in OPERATIONS has every setting of the program, and no other', () => {
  const table = read('docs/OPERATIONS.md').split('## Settings')[1]?.split('\n## ')[0] ?? '';
  const told = new Set([...table.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, names = '']) => names.match(/[A-Z][A-Z0-9_]+/g) ?? []));
  const missing = [...settings].filter((name) => !told.has(name) && name !== 'NODE_ENV');
  expect({ missing, unknown: [...told].filter((name) => !settings.has(name)) }).toEqual({ missing: [], unknown: [] });
});

test('the page of features has every flag, and says truly what `all` switches on', () => {
  const rows = [...read('docs/FEATURES.md').matchAll(/^\| (`[^|]+`) +\|[^|]+\| (\w+)/gm)];
  const told = rows.flatMap(([, names = '', all]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, all === 'yes'] as const),
  );
  expect(told.toSorted()).toEqual(Object.entries(readFeatureFlags(['all'])).toSorted());
});

test('one process runs each role, and each has all settings of the others', () => {
  const roles = [...(/roles = \[([^\]]+)\]/.exec(read('apps/server/src/config.ts'))?.[1]?.matchAll(/'(\w+)'/g) ?? [])].map(
    ([, role]) => role,
  );
  const withRole = ours.filter(([, service]) => roleOf(service));
  expect(withRole.map(([, service]) => roleOf(service)).sort()).toEqual(roles.sort());
  for (const [, service] of withRole) expect(service.environment).toEqual(withRole[0]?.[1].environment);
});

test('everything that the compose file names is there: volumes, secrets, and images of the usual names alone', () => {
  for (const service of Object.values(compose.services)) {
    expect((service.secrets ?? []).filter((name) => !(name in compose.secrets))).toEqual([]);
    const volumes = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
    expect(volumes.filter((name) => !(name in compose.volumes))).toEqual([]);
    expect(service.image).toMatch(/^[a-z]+(:[\w.-]+)?$/);
  }
  const made = new Set(read('deploy/make-secrets.sh').match(/(?<=^keep )\w+/gm));
  expect(Object.values(compose.secrets).map(({ file }) => file)).toEqual([...made].map((name) => `deploy/secrets/${name}`));
});

test('the image runs the Node that .nvmrc names, as a user without rights, and says whether it is ready', () => {
  const dockerfile = read('Dockerfile');
  const major = read('.nvmrc').trim().split('.')[0];
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(images).toEqual([`node:${major}-bookworm-slim`, `node:${major}-bookworm-slim`]);
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK [\s\S]*\/ready/m);
  const lists = [...dockerfile.matchAll(/^COPY ((?:apps|packages)\/\w+)\/package\.json /gm)].map(([, folder]) => folder);
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> };
  expect(lists).toEqual(Object.keys(packages).filter((name) => /^(apps|packages)\/\w+$/.test(name)));
});

test('the proxy sees a process that stops before its door is closed, and tries again what meets a closed one', () => {
  const leaveMs = 1000 * Number(/isProduction && value\.DATABASE_URL \? (\d+) : 0/.exec(read('apps/server/src/config.ts'))?.[1]);
  const drainMs = Number(/const drainMs = ([\d_]+);/.exec(read('apps/server/src/program.ts'))?.[1]?.replaceAll('_', ''));
  const upstreams = read('deploy/Caddyfile').split('reverse_proxy ').slice(1);
  expect(upstreams).toHaveLength(2);
  for (const upstream of upstreams) {
    const seconds = (name: string) => Number(new RegExp(`${name} (\\d+)s`).exec(upstream)?.[1]);
    expect(upstream).toContain('health_uri /ready');
    expect(1000 * seconds('health_interval')).toBeLessThan(leaveMs);
    expect(seconds('lb_try_duration')).toBeGreaterThan(10);
  }
  // The stop timeout covers both, and the moment that the supervisor adds.
  const grace = Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1]);
  const unit = Number(/TimeoutStopSec=(\d+)/.exec(read('deploy/parley.service'))?.[1]);
  expect(1000 * Math.min(grace, unit)).toBeGreaterThan(leaveMs + drainMs + 1000);
});

type Panel = { title: string; targets: { expr: string }[] };
type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } };
const { panels } = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')) as { panels: Panel[] };
const rules = (parse(read('deploy/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const expressions = [
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
];

test('every metric of the dashboard and of the alert rules is one that the program has, with labels that it has', () => {
  const { registry } = createMetrics();
  const faults = expressions.flatMap(({ of, expr }) => {
    const names = [...new Set(expr.match(/\b(?:parley|process|nodejs)_\w+/g))].map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
    const metrics = names.map((name) => registry.getSingleMetric(name) as unknown as { labelNames: string[] } | undefined);
    const known = new Set(['le', 'job', 'instance', ...metrics.flatMap((metric) => metric?.labelNames ?? [])]);
    const labels = [
      ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
      ...[...expr.matchAll(/[{,]\s*(\w+)\s*(?:=|!)/g)].map(([, label = '']) => label),
    ];
    return [
      ...names.filter((_, index) => metrics[index] === undefined).map((name) => `${of}: there is no ${name}`),
      ...(names.length === 0 && !/^up\{/.test(expr) ? [`${of}: names no metric`] : []),
      ...labels.filter((label) => !known.has(label)).map((label) => `${of}: there is no label ${label}`),
    ];
  });
  expect(faults).toEqual([]);
  // A metric of the program that no panel shows would be looked for in vain.
  const shown = expressions.map(({ expr }) => expr).join('\n');
  const own = read('apps/server/src/platform/telemetry/metrics.ts').match(/'parley_\w+'/g) ?? [];
  expect(own.length).toBeGreaterThan(8);
  expect(own.map((name) => name.slice(1, -1)).filter((name) => !shown.includes(name))).toEqual([]);
});

test('every alert rule names a paragraph of OPERATIONS that says what to do, and each paragraph has its rule', () => {
  const part = read('docs/OPERATIONS.md').split('### Alerts')[1]?.split('\n## ')[0] ?? '';
  const told = [...part.matchAll(/^#### (\w+)$/gm)].map(([, name]) => name);
  expect(told).toEqual(rules.map(({ alert }) => alert));
  expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(
    rules.map(({ alert }) => `docs/OPERATIONS.md#${alert.toLowerCase()}`),
  );
});
