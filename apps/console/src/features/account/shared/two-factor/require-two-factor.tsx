import { Alert, Select, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { factorLimits } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../../components/error-state.tsx';
import { formatTimestamp } from '../../../../lib/format.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { twoFactorWords } from '../../../../locales/two-factor.ts';
import { useCan, useMe } from '../me.ts';
import { policyQuery, useRequireTwoFactor } from './two-factor.queries.ts';

/** The row of the company's security that requires a second factor, at once or after a grace. */
export function RequireTwoFactor() {
  const say = useWords(twoFactorWords.policy);
  const me = useMe();
  const mayEdit = useCan(['ENTERPRISE.EDIT']);
  const policy = useQuery(policyQuery);
  const save = useRequireTwoFactor();
  const [graceDays, setGraceDays] = useState(String(factorLimits.graceDays));
  if (policy.isPending) return <Skeleton height={72} radius="md" />;
  if (policy.isError) return <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />;
  const { isEnabled, graceUntil, withoutFactor } = policy.data;
  const isGraceOver = graceUntil === null || Date.parse(graceUntil) <= Date.now();
  const change = (isOn: boolean) =>
    save.mutate({ isEnabled: isOn, graceDays: isOn ? Number(graceDays) : 0 }, { onSuccess: () => showToast('success', say('saved')) });
  return (
    <Stack gap="sm">
      <Switch
        label={say('require')}
        description={say('requireHint')}
        checked={isEnabled}
        disabled={!mayEdit || save.isPending}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      {isEnabled ? (
        <Text size="sm" role="status">
          {isGraceOver ? say('since') : say('from', { date: formatTimestamp(graceUntil) })}
        </Text>
      ) : (
        <Select
          label={say('grace')}
          w={220}
          allowDeselect={false}
          disabled={!mayEdit}
          data={Array.from({ length: factorLimits.graceDays + 1 }, (_, days) => ({
            value: String(days),
            label: days === 0 ? say('atOnce') : say('afterDays', { count: days }),
          }))}
          value={graceDays}
          onChange={(days) => setGraceDays(days ?? '0')}
        />
      )}
      {withoutFactor > 0 ? (
        <Text size="sm" c="dimmed">
          {say('without', { count: withoutFactor })}
        </Text>
      ) : null}
      {!isEnabled && graceDays === '0' && me && !me.twoFactorAuthUserLevel ? <Alert color="yellow">{say('ownFirst')}</Alert> : null}
    </Stack>
  );
}
