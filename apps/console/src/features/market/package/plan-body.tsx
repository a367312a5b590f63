import { Alert, Badge, Select, Skeleton, Stack } from '@mantine/core';
import type { PackagePlan } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import { channelNamesQuery } from '../../channel/shared/channel-options.ts';
import { channelTypeName } from '../../channel/shared/channel-type-name.ts';
import classes from './package.module.css';
import { type PlanTo, planQuery } from './package.queries.ts';
import { useKindWord } from './package-kind.tsx';

/** A plan, once it is read; until then that it is on its way, or why it does not come. */
export function PlanBody({ packageId, to, children }: { packageId: string; to: PlanTo; children: (plan: PackagePlan) => ReactNode }) {
  const plan = useQuery(planQuery(packageId, to));
  if (plan.data) return children(plan.data);
  if (plan.error) return <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />;
  return (
    <Stack gap="xs" aria-busy>
      <Skeleton height={44} radius="md" />
      <Skeleton height={44} radius="md" />
      <Skeleton height={44} radius="md" />
    </Stack>
  );
}

/** Says which permission the reader lacks for a plan. */
export function Lacking({ lacking }: Pick<PackagePlan, 'lacking'>) {
  const say = useWords(packageWords.install);
  if (lacking.length === 0) return null;
  return <Alert color="yellow">{say('lacking', { permissions: lacking.join(', ') })}</Alert>;
}

/** Names of things outside of the package, and whether they are here. */
export function OutsideRefs({ refs }: Pick<PackagePlan, 'refs'>) {
  const say = useWords(packageWords.install);
  const sayKind = useKindWord();
  if (refs.length === 0) return null;
  return (
    <section aria-label={say('refs')}>
      <h3>{say('refs')}</h3>
      <ul className={classes.plain}>
        {refs.map(({ kind, name, found }) => (
          <li key={`${kind} ${name}`} className={classes.item}>
            <Badge color={found === '' ? 'yellow' : 'green'}>{say(found === '' ? 'open' : 'found')}</Badge>
            <span className={classes.itemWords}>
              {name} <span className={classes.dim}>{sayKind(kind)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A channel for the templates of each type; ids by type. */
export type ChosenChannels = Readonly<Record<number, string>>;
type ChannelChoicesProps = { types: readonly number[]; value: ChosenChannels; onChange: (value: ChosenChannels) => void };

export function ChannelChoices({ types, value, onChange }: ChannelChoicesProps) {
  const say = useWords(packageWords.install);
  const { data: channels = [] } = useQuery({ ...channelNamesQuery, enabled: types.length > 0 });
  return types.map((type) => {
    const data = channels.filter((channel) => channel.type === type).map(({ id, name }) => ({ value: id, label: name }));
    return (
      <Select
        key={type}
        label={say('channelFor', { type: channelTypeName(type) })}
        {...(data.length === 0 ? { description: say('noChannel') } : {})}
        data={data}
        value={value[type] ?? null}
        onChange={(id) => onChange({ ...value, [type]: id ?? '' })}
      />
    );
  });
}
export const channelIdsOf = (value: ChosenChannels): string[] => Object.values(value).filter((id) => id !== '');
