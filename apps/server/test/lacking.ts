declare module 'vitest' {
  interface TaskMeta {
    /**
     * The requirement that the machine lacks if the test is skipped, and the command that helps; told before the closing line of the test
     * command.
     */
    lacks?: string;
  }
}

/** Options of tests that need more than Node: `test.skipIf(!redis)('…', lacking.redis, …)`. */
export const lacking = {
  redis: { meta: { lacks: 'Redis: apt-get install redis-server' } },
  mariadb: { meta: { lacks: 'MariaDB: apt-get install mariadb-server' } },
  pgDump: { meta: { lacks: 'pg_dump of the version of their database: apt-get install postgresql-client' } },
  ffmpeg: { meta: { lacks: 'ffmpeg: apt-get install ffmpeg' } },
  mount: { meta: { lacks: 'the right to mount a disk: sudo npm test' } },
  root: { meta: { lacks: 'the rights of root: sudo npm test' } },
  built: { meta: { lacks: 'the built screens: npm run build' } },
  linux: { meta: { lacks: 'Linux, whose limits they try' } },
};
