import { Badge, Button, Group, Text } from '@mantine/core';
import type { UserFactors } from '@parley/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { api } from '../../../lib/api.ts';
import { formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { twoFactorWords } from '../../../locales/two-factor.ts';
import { useCan, useMe } from '../shared/me.ts';
import { DisableTwoFactorDialog } from '../shared/two-factor/disable-two-factor-dialog.tsx';
import { factorNames } from '../shared/two-factor/factor-names.ts';

const perPage = 25;
const userFactorsQuery = (from: number) =>
  queryOptions({
    queryKey: ['two-factor', 'users', from],
    queryFn: ({ signal }) => api.twoFactor.listUsers({ query: { from, perPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The second factors of each user, and the action that removes those of somebody who has lost them. */
export function UserFactorTable() {
  const say = useWords(twoFactorWords.settings);
  const sayKind = useWords(twoFactorWords.setup);
  const me = useMe();
  const mayEdit = useCan(['USERS.EDIT']);
  const [from, setFrom] = useState(0);
  const [chosen, setChosen] = useState<UserFactors>();
  const list = useQuery(userFactorsQuery(from));
  const columns = useMemo<DataColumn<UserFactors>[]>(
    () => [
      { id: 'name', header: say('name'), cell: (row) => row.name },
      {
        id: 'factors',
        header: say('factors'),
        cell: (row) =>
          row.types.length === 0 ? (
            <Text size="sm" c="dimmed">
              {say('noFactor')}
            </Text>
          ) : (
            <Group gap={6}>
              {row.types.map((type) => (
                <Badge key={type} size="sm" variant="light">
                  {sayKind(factorNames[type])}
                </Badge>
              ))}
            </Group>
          ),
      },
      { id: 'lastUsed', header: say('lastUsed'), cell: (row) => (row.lastUsedAt ? formatTimestamp(row.lastUsedAt) : '–') },
      {
        id: 'disable',
        header: '',
        align: 'end',
        cell: (row) =>
          mayEdit && row.types.length > 0 && row.uId !== me?.uId ? (
            <Button size="compact-sm" variant="default" aria-label={say('disableOf', { name: row.name })} onClick={() => setChosen(row)}>
              {say('disable')}
            </Button>
          ) : null,
      },
    ],
    [say, sayKind, mayEdit, me?.uId],
  );
  return (
    <>
      <DataTable
        label={say('people')}
        columns={columns}
        rows={list.data?.users}
        getRowId={(row) => row.uId}
        error={list.error}
        isFetching={list.isFetching}
        onRetry={() => void list.refetch()}
      />
      <ListPager
        from={from}
        perPage={perPage}
        rowCount={list.data?.users.length ?? 0}
        isFetching={list.isFetching}
        hasMore={list.data?.more ?? false}
        onChange={setFrom}
      />
      {chosen ? <DisableTwoFactorDialog user={chosen} onClose={() => setChosen(undefined)} onDone={() => void list.refetch()} /> : null}
    </>
  );
}
