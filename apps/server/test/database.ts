import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The same server, another database. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A database of one's own, copied from the migrated template. A database that is not dropped goes with the run. */
export async function cloneDatabase(serverUrl: string, templateName: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `${templateName}_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => {});
  await client.connect();
  // If each file has to reach the disk, a copy of files is slower than the log of one, and so is each removal.
  let waitsForDisk: boolean;
  try {
    const { rows } = await client.query<{ fsync: string }>('show fsync');
    waitsForDisk = rows[0]?.fsync !== 'off';
    await client.query(`create database ${name} template ${templateName} strategy ${waitsForDisk ? 'wal_log' : 'file_copy'}`);
    await client.query(`alter database ${name} set synchronous_commit = off`);
  } finally {
    await client.end();
  }
  return {
    url: databaseUrl(serverUrl, name),
    async drop() {
      if (waitsForDisk) return;
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
