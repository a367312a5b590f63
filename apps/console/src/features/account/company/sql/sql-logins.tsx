import { Stack, Text } from '@mantine/core';
import type { SqlAccess } from '@parley/contract';
import { FactList } from '../../../../components/fact-list.tsx';
import { formatReportDate } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { sqlWords } from '../../../../locales/sql.ts';

/** Address and login in use, and the former one while it works. */
export function SqlLogins({ access: { host, port, database, logins } }: { access: SqlAccess }) {
  const say = useWords(sqlWords.panel);
  const [inUse, ...former] = logins;
  if (!inUse) return null;
  return (
    <Stack gap="xs">
      <FactList
        facts={[
          [say('server'), host],
          [say('port'), port === 0 ? '' : String(port)],
          [say('database'), database],
          [say('schema'), 'reporting'],
          [say('login'), inUse.login],
          [say('madeBy'), say('madeByOn', { name: inUse.createdBy, when: formatReportDate(inUse.createdOn) })],
        ]}
      />
      {former.map(({ login, validUntil }) => (
        <Text key={login} size="sm" role="status">
          {say('former', { login, when: validUntil ? formatReportDate(validUntil) : '' })}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        {say('limits')}
      </Text>
    </Stack>
  );
}
