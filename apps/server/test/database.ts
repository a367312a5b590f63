import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The same server, another database. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A database of one's own, copied from the migrated template. */
export async function cloneDatabase(serverUrl: string, templateName: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    // A copy of files is quicker than the log of one, as long as nobody needs it after a crash.
    await client.query(`create database ${name} template ${templateName} strategy file_copy`);
  } finally {
    await client.end();
  }
  return {
    url: databaseUrl(serverUrl, name),
    async drop() {
      const dropper = new pg.Client({ connectionString: serverUrl });
      dropper.on('error', () => {});
      await dropper.connect();
      try {
        await dropper.query(`drop database if exists ${name} with (force)`);
      } finally {
        await dropper.end();
      }
    },
  };
}
