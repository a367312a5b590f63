import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rechargesQuery } from './billing.queries.ts';
import type { TabProps } from './billing.search.ts';
import { RechargeForm } from './recharge-form.tsx';
import { RechargeList } from './recharge-list.tsx';

/** Paying money in, and what became of earlier payments. */
export function RechargeTab({ search, onChange }: TabProps) {
  const list = useQuery(rechargesQuery(search.from));
  return (
    <Stack gap="md">
      {list.data ? <RechargeForm {...list.data} /> : null}
      <RechargeList
        answer={list.data}
        from={search.from}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        onPage={(from) => onChange({ from })}
      />
    </Stack>
  );
}
