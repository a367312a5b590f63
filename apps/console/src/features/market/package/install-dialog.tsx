import { Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import type { PackagePlan, PackagePlanItem, WholePackage } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { inEnglish } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import classes from './package.module.css';
import { useInstallPackage } from './package.queries.ts';
import { useKindWord } from './package-kind.tsx';
import { ChannelChoices, type ChosenChannels, channelIdsOf, Lacking, OutsideRefs, PlanBody } from './plan-body.tsx';

type Props = { found: WholePackage; onClose: () => void };

/** Installs a package by its plan: what each part becomes, under which name, on which channel. */
export function InstallDialog({ found, onClose }: Props) {
  const say = useWords(packageWords.install);
  return (
    <Modal opened onClose={onClose} size="xl" title={say('title', { name: found.name })} closeOnClickOutside={false}>
      <PlanBody packageId={found.id} to="install">
        {(plan) => <InstallForm found={found} plan={plan} onClose={onClose} />}
      </PlanBody>
    </Modal>
  );
}

type Choice = { take: 'create' | 'use' | 'skip'; name: string };

function InstallForm({ found, plan, onClose }: Props & { plan: PackagePlan }) {
  const say = useWords(packageWords.install);
  const install = useInstallPackage(found.id);
  // One key for all tries of this dialog: a second press installs nothing twice.
  const [requestKey] = useState(() => crypto.randomUUID());
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [channels, setChannels] = useState<ChosenChannels>({});
  const choiceOf = ({ path, freeName }: PackagePlanItem): Choice => choices[path] ?? { take: 'create', name: freeName };
  const hasTemplates = plan.items.some((item) => item.kind === 'template' && choiceOf(item).take === 'create');
  const types = hasTemplates ? plan.channelTypes : [];
  const handleSubmit = () =>
    install.mutate(
      {
        requestKey,
        choices: plan.items.map((item) => {
          const { take, name } = choiceOf(item);
          return { item: item.path, take, ...(take === 'create' ? { name: name.trim() } : {}) };
        }),
        channelIds: channelIdsOf(channels),
      },
      {
        onSuccess: ({ message }) => {
          showToast('success', inEnglish(message) || say('done', { name: found.name }));
          onClose();
        },
      },
    );
  return (
    <DialogForm submit={say('submit')} isBusy={install.isPending} onCancel={onClose} onSubmit={handleSubmit}>
      <Lacking lacking={plan.lacking} />
      <ul className={classes.plain} aria-label={say('item')}>
        {plan.items.map((item) => (
          <PlanRow
            key={item.path}
            item={item}
            choice={choiceOf(item)}
            onChange={(choice) => setChoices({ ...choices, [item.path]: choice })}
          />
        ))}
      </ul>
      {types.length > 0 ? (
        <Stack gap="xs">
          <ChannelChoices types={types} value={channels} onChange={setChannels} />
        </Stack>
      ) : null}
      <OutsideRefs refs={plan.refs} />
      {install.error ? <SaveFailure error={install.error} /> : null}
    </DialogForm>
  );
}

function PlanRow({ item, choice, onChange }: { item: PackagePlanItem; choice: Choice; onChange: (choice: Choice) => void }) {
  const say = useWords(packageWords.install);
  const sayKind = useKindWord();
  const { name, kind, conflict } = item;
  // A form and a stream often have the same name.
  const title = `${name} (${sayKind(kind)})`;
  const takes = [
    { value: 'create', label: say('create') },
    ...(conflict ? [{ value: 'use', label: say('use', { name: conflict.name }) }] : []),
    { value: 'skip', label: say('skip') },
  ];
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{name}</strong> <span className={classes.dim}>{sayKind(kind)}</span>
        {conflict ? (
          <Text size="xs" c="dimmed">
            {say('taken', { name: conflict.name })}
          </Text>
        ) : null}
      </div>
      <Select
        aria-label={say('takeOf', { name: title })}
        data={takes}
        value={choice.take}
        allowDeselect={false}
        onChange={(take) => onChange({ ...choice, take: (take ?? 'create') as Choice['take'] })}
      />
      {choice.take === 'create' ? (
        <TextInput
          aria-label={say('nameOf', { name: title })}
          value={choice.name}
          maxLength={512}
          onChange={(event) => onChange({ ...choice, name: event.currentTarget.value })}
        />
      ) : (
        <span />
      )}
    </li>
  );
}
