import { authTypes, fieldError } from '@parley/contract';
import { runQuery } from '../client/mysql.ts';
import { serviceTimeoutMs } from '../client/service.wire.ts';
import { assertReachable, invalid, type Kind } from './kind.ts';

const asUrl = (host: string) => `https://${host.includes(':') ? `[${host}]` : host}/`;

/** A MySQL or MariaDB database. */
export const databaseKind: Kind<typeof authTypes.database> = {
  authType: authTypes.database,
  async check(config, settings) {
    const checked = {
      ...settings,
      host: settings.host.trim().toLowerCase(),
      database: settings.database.trim(),
      user: settings.user.trim(),
      certificate: settings.certificate.trim(),
    };
    if (!checked.isTlsRequired && !config.privateHosts.includes(checked.host))
      throw invalid(fieldError('isTlsRequired', 'integration.tls_needed'));
    if (!config.privateHosts.includes(checked.host)) await assertReachable(config, 'host', asUrl(checked.host));
    return checked;
  },
  addressOf: ({ host, port, isTlsRequired }) => `${isTlsRequired ? 'tls' : 'plain'}:${host}:${port}`,
  showsEnding: false,
  async try({ config }, settings, password) {
    const query = { sql: 'select 1, version()', params: [] };
    const { rows } = await runQuery({ config }, { ...settings, password }, query, { limit: 1, timeoutMs: serviceTimeoutMs });
    return { reply: (rows[0]?.[1] ?? '').slice(0, 200) };
  },
};
