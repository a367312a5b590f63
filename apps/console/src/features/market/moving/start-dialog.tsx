import { Button, FileInput, Group, Modal, PasswordInput, Progress, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { hasMoveAddress, type MoveSource, moveFileTypes, moveLimits, moveSources } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { formatBytes, formatShare } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { moveWords } from '../../../locales/move.ts';
import { useStartMove } from './moving.queries.ts';

const accepted = moveFileTypes.map((type) => `.${type}`).join(',');

/** Begins a move: the product, and its files or its address. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const say = useWords(moveWords.start);
  const saySource = useWords(moveWords.source);
  const navigate = useNavigate();
  const start = useStartMove();
  const [source, setSource] = useState<MoveSource>('chatwoot');
  const [road, setRoad] = useState<'files' | 'address'>('files');
  const [files, setFiles] = useState<File[]>([]);
  const [address, setAddress] = useState({ apiUrl: '', apiAccount: '', apiToken: '' });
  const [sending, setSending] = useState<{ name: string; ratio: number }>();
  const isByAddress = road === 'address' && hasMoveAddress(source);
  const isReady = isByAddress ? Object.values(address).every((value) => value.trim() !== '') : files.length > 0;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate(
      {
        source,
        files: isByAddress ? [] : files,
        ...(isByAddress ? address : { apiUrl: '', apiAccount: '', apiToken: '' }),
        onProgress: (name, ratio) => setSending({ name, ratio }),
      },
      {
        onSettled: () => setSending(undefined),
        onSuccess: ({ answer }) => void navigate({ to: '/admin/moving-in/$moveId', params: { moveId: answer.id } }),
      },
    );
  };
  const field = (name: keyof typeof address) => ({
    value: address[name],
    onChange: (event: { currentTarget: { value: string } }) => setAddress({ ...address, [name]: event.currentTarget.value }),
    required: true,
  });
  return (
    <Modal opened onClose={onClose} size="lg" title={say('title')} closeOnClickOutside={false}>
      <form onSubmit={handleSubmit}>
        <Stack gap="md">
          <Select
            label={say('source')}
            description={say('sourceHelp')}
            allowDeselect={false}
            value={source}
            data={moveSources.map((value) => ({ value, label: saySource(value) }))}
            onChange={(value) => setSource((value ?? 'chatwoot') as MoveSource)}
            data-autofocus
          />
          {hasMoveAddress(source) ? (
            <SegmentedControl
              aria-label={say('road')}
              value={road}
              data={(['files', 'address'] as const).map((value) => ({ value, label: say(`road_${value}`) }))}
              onChange={(value) => setRoad(value as 'files' | 'address')}
            />
          ) : null}
          {isByAddress ? (
            <>
              <TextInput label={say('address')} placeholder="https://app.chatwoot.com" type="url" maxLength={500} {...field('apiUrl')} />
              <TextInput label={say('account')} maxLength={40} {...field('apiAccount')} />
              <PasswordInput
                label={say('token')}
                description={say('tokenHelp')}
                maxLength={500}
                autoComplete="off"
                {...field('apiToken')}
              />
            </>
          ) : (
            <FileInput
              label={say('files')}
              description={say('filesHelp', { most: formatBytes(moveLimits.fileBytes) })}
              multiple
              accept={accepted}
              value={files}
              onChange={(chosen) => setFiles(chosen.slice(0, moveLimits.files))}
              clearable
            />
          )}
          <Text size="sm" c="dimmed">
            {say('nothingYet')}
          </Text>
          {sending ? (
            <div role="status">
              <Text size="sm">{say('uploading', { name: sending.name, percent: formatShare(sending.ratio) })}</Text>
              <Progress value={sending.ratio * 100} aria-label={sending.name} />
            </div>
          ) : null}
          {start.error ? <SaveFailure error={start.error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {say('cancel')}
            </Button>
            <Button type="submit" loading={start.isPending} disabled={!isReady}>
              {say('submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
