import { Checkbox, Modal, Select, SimpleGrid, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { isPackageVersion, type PackageIndustry, type PackageKind, packageIndustries, packageKinds } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { sayDone } from '../../../lib/done.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import classes from './package.module.css';
import { ownThingsQuery, useMakePackage } from './package.queries.ts';

type Part = { kind: PackageKind; id: string };
const initial = { key: '', version: '1.0.0', name: '', purpose: '', industry: 'general' as PackageIndustry, licence: '' };
const keyPattern = /^[a-z0-9]+(?:[.-][a-z0-9]+)+$/;

/** Makes a package of own things. */
export function MakeDialog({ onClose }: { onClose: () => void }) {
  const say = useWords(packageWords.make);
  const sayIndustry = useWords(packageWords.industry);
  const navigate = useNavigate();
  const make = useMakePackage();
  const [parts, setParts] = useState<readonly Part[]>([]);
  const form = useForm({
    initial,
    check: ({ key, version, name }) => ({
      name: name.trim() === '' && say('mandatory'),
      key: !keyPattern.test(key.trim()) && say('wrongKey'),
      version: !isPackageVersion(version.trim()) && say('wrongVersion'),
    }),
  });
  const handleSubmit = ({ key, version, name, ...more }: typeof initial) =>
    make.mutate(
      { ...more, key: key.trim(), version: version.trim(), name: name.trim(), items: [...parts] },
      {
        onSuccess: ({ answer, message }) => {
          showToast('success', sayDone(message, 'added'));
          onClose();
          void navigate({ to: '/marketplace/$packageId', params: { packageId: answer.id } });
        },
      },
    );
  return (
    <Modal opened onClose={onClose} size="xl" title={say('title')} closeOnClickOutside={false}>
      <DialogForm
        submit={say('submit')}
        hint={say('count', { count: parts.length })}
        isBusy={make.isPending}
        isDisabled={parts.length === 0}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        <Text size="sm">{say('text')}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label={say('name')} withAsterisk maxLength={120} data-autofocus {...form.field('name')} />
          <Select
            label={say('industry')}
            allowDeselect={false}
            data={packageIndustries.map((value) => ({ value, label: sayIndustry(value) }))}
            {...form.choice('industry')}
          />
          <TextInput label={say('key')} description={say('keyHint')} withAsterisk maxLength={100} {...form.field('key')} />
          <TextInput label={say('version')} description={say('versionHint')} withAsterisk maxLength={20} {...form.field('version')} />
        </SimpleGrid>
        <Textarea label={say('purpose')} maxLength={1000} autosize minRows={2} maxRows={6} {...form.field('purpose')} />
        <TextInput label={say('licence')} maxLength={100} {...form.field('licence')} />
        <Parts parts={parts} onChange={setParts} />
        {make.error ? <MakeFailure error={make.error} /> : null}
      </DialogForm>
    </Modal>
  );
}

/** A refusal for keys in texts lists their places. */
function MakeFailure({ error }: { error: unknown }) {
  const say = useWords(packageWords.make);
  const { code, data } = describeFailure(error);
  if (code !== 'package.secret_in_text' || !Array.isArray(data.places)) return <SaveFailure error={error} />;
  const places = data.places as { name: string; at: string }[];
  return (
    <SaveFailure error={{ code: 'client.unexpected', message: say('secrets') }} lines={places.map(({ name, at }) => `${name}: ${at}`)} />
  );
}

function Parts({ parts, onChange }: { parts: readonly Part[]; onChange: (parts: readonly Part[]) => void }) {
  const say = useWords(packageWords.make);
  const sayKinds = useWords(packageWords.kinds);
  return (
    <Tabs defaultValue="stream" keepMounted={false}>
      <Tabs.List aria-label={say('parts')}>
        {packageKinds.toReversed().map((kind) => {
          const count = parts.filter((part) => part.kind === kind).length;
          return (
            <Tabs.Tab key={kind} value={kind}>
              {sayKinds(kind)}
              {count > 0 ? ` (${count})` : ''}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {packageKinds.map((kind) => (
        <Tabs.Panel key={kind} value={kind} pt="sm">
          <Things
            kind={kind}
            chosen={parts.filter((part) => part.kind === kind).map(({ id }) => id)}
            onChange={(ids) => onChange([...parts.filter((part) => part.kind !== kind), ...ids.map((id) => ({ kind, id }))])}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Things({ kind, chosen, onChange }: { kind: PackageKind; chosen: readonly string[]; onChange: (ids: string[]) => void }) {
  const say = useWords(packageWords.make);
  const sayKinds = useWords(packageWords.kinds);
  const [name, setName] = useState('');
  const things = useQuery(ownThingsQuery(kind, name));
  const search = say('search', { kinds: sayKinds(kind) });
  return (
    <Stack gap="xs">
      <SearchBox aria-label={search} placeholder={search} maxLength={120} value={name} onSearch={setName} />
      {things.error ? <ErrorState error={things.error} onRetry={() => void things.refetch()} /> : null}
      <div className={classes.scroll} aria-busy={things.isPending}>
        <Checkbox.Group value={[...chosen]} onChange={onChange} aria-label={sayKinds(kind)}>
          <Stack gap={6}>
            {(things.data ?? []).map((thing) => (
              <Checkbox key={thing.id} value={thing.id} label={thing.name} />
            ))}
          </Stack>
        </Checkbox.Group>
        {things.data?.length === 0 ? (
          <Text size="sm" c="dimmed">
            {say('nothing')}
          </Text>
        ) : null}
      </div>
    </Stack>
  );
}
