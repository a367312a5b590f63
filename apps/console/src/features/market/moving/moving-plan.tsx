import { Alert, Anchor, Stack, Table, Text, Title } from '@mantine/core';
import type { Move, MovePlan } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { formatInstant, formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { moveWords } from '../../../locales/move.ts';

/** Counts of what comes, is here already, and is dropped with its reason. */
export function MovingPlan({ move, plan }: { move: Move; plan: MovePlan }) {
  const say = useWords(moveWords.page);
  const sayKind = useWords(moveWords.kind);
  const sayReason = useWords(moveWords.reason);
  return (
    <section aria-label={say('plan')}>
      <Title order={2} size="h4">
        {say('plan')}
      </Title>
      {plan.firstAt && plan.lastAt ? (
        <Text size="sm" c="dimmed">
          {say('span', { from: formatInstant(plan.firstAt, 'day'), to: formatInstant(plan.lastAt, 'day') })}
        </Text>
      ) : null}
      <Stack gap="md">
        <Table aria-label={say('plan')} maw={640}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('kind')}</Table.Th>
              <Table.Th ta="end">{say('come')}</Table.Th>
              <Table.Th ta="end">{say('here')}</Table.Th>
              <Table.Th ta="end">{say('dropped')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {plan.kinds.map(({ kind, come, here, dropped }) => (
              <Table.Tr key={kind}>
                <Table.Th scope="row" fw="normal">
                  {sayKind(kind)}
                </Table.Th>
                {[come, here, dropped].map((count, place) => (
                  <Table.Td key={['come', 'here', 'dropped'][place]} ta="end" className="tabular">
                    {formatNumber(count)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {plan.drops.length > 0 ? (
          <div>
            <Text size="sm" fw={600}>
              {say('dropsTitle')}
            </Text>
            {plan.drops.map(({ kind, reason, count }) => {
              const why = reason === '' ? '' : sayReason(reason);
              return (
                <Text size="sm" key={`${kind} ${reason}`}>
                  <Anchor
                    display="inline-block"
                    py={4}
                    renderRoot={(props) => (
                      <Link
                        to="/admin/moving-in/$moveId"
                        params={{ moveId: move.id }}
                        search={{ kind, outcome: 'drop', reason } as never}
                        resetScroll={false}
                        {...props}
                      />
                    )}
                  >
                    {sayKind(kind)}: {formatNumber(count)} {why}
                  </Anchor>
                </Text>
              );
            })}
          </div>
        ) : null}
        <Alert variant="light" color="gray">
          {say('note')}
        </Alert>
      </Stack>
    </section>
  );
}
