import { Badge, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import type { PackagePlan, PackagePlanItem, WholePackage } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import { Differences } from './differences.tsx';
import classes from './package.module.css';
import { useUpdatePackage } from './package.queries.ts';
import { useKindWord } from './package-kind.tsx';
import { ChannelChoices, type ChosenChannels, channelIdsOf, Lacking, OutsideRefs, PlanBody } from './plan-body.tsx';

type Props = { found: WholePackage; onClose: () => void };

/** Brings an install to a newer version: own changes stay, and both sides of what both changed are shown. */
export function UpdateDialog({ found, onClose }: Props) {
  const say = useWords(packageWords.update);
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={say('title', { name: found.name, version: found.version })}
      closeOnClickOutside={false}
    >
      <PlanBody packageId={found.id} to="update">
        {(plan) => <UpdateForm found={found} plan={plan} onClose={onClose} />}
      </PlanBody>
    </Modal>
  );
}

type Side = 'mine' | 'theirs';
const stepColors = { create: 'green', take: 'blue', keep: 'gray', choose: 'yellow', bin: 'red' } as const;

function UpdateForm({ found, plan, onClose }: Props & { plan: PackagePlan }) {
  const say = useWords(packageWords.update);
  const update = useUpdatePackage(found.id);
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const [channels, setChannels] = useState<ChosenChannels>({});
  const open = plan.items.filter(({ step, path }) => step === 'choose' && sides[path] === undefined);
  const handleSubmit = () =>
    update.mutate(
      { choices: Object.entries(sides).map(([item, take]) => ({ item, take })), channelIds: channelIdsOf(channels) },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
      },
    );
  return (
    <DialogForm
      submit={say('submit')}
      isBusy={update.isPending}
      isDisabled={open.length > 0}
      {...(open.length > 0 ? { hint: say('chooseAll') } : {})}
      onCancel={onClose}
      onSubmit={handleSubmit}
    >
      <Text size="sm">{say('text')}</Text>
      <Lacking lacking={plan.lacking} />
      <ul className={classes.plain}>
        {plan.items.map((item) => (
          <UpdateRow key={item.path} item={item} side={sides[item.path]} onChoose={(side) => setSides({ ...sides, [item.path]: side })} />
        ))}
      </ul>
      {plan.channelTypes.length > 0 ? (
        <Stack gap="xs">
          <ChannelChoices types={plan.channelTypes} value={channels} onChange={setChannels} />
        </Stack>
      ) : null}
      <OutsideRefs refs={plan.refs} />
      {update.error ? <SaveFailure error={update.error} /> : null}
    </DialogForm>
  );
}

function UpdateRow({ item, side, onChoose }: { item: PackagePlanItem; side: Side | undefined; onChoose: (side: Side) => void }) {
  const say = useWords(packageWords.update);
  const sayStep = useWords(packageWords.step);
  const sayReason = useWords(packageWords.reason);
  const sayKind = useKindWord();
  const { name, kind, step, reason } = item;
  return (
    <li>
      <div className={classes.item}>
        <div className={classes.itemWords}>
          <strong>{name}</strong> <span className={classes.dim}>{sayKind(kind)}</span>
          <Text size="xs" c="dimmed">
            {reason === '' ? '' : sayReason(reason)}
          </Text>
        </div>
        {step === 'choose' ? (
          <SegmentedControl
            aria-label={say('chooseOf', { name: `${name} (${sayKind(kind)})` })}
            value={side ?? ''}
            data={[
              { value: 'mine', label: say('mine') },
              { value: 'theirs', label: say('theirs') },
            ]}
            onChange={(next) => onChoose(next as Side)}
          />
        ) : (
          <Badge color={stepColors[step]}>{sayStep(step)}</Badge>
        )}
      </div>
      <Differences item={item} other={say('there')} />
    </li>
  );
}
