import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconDownload, IconFileSpreadsheet, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { describeFailure } from '../../../../lib/errors.ts';
import { tellFailure } from '../../../../lib/tell-failure.tsx';
import { extensionOf } from '../../../../lib/upload.ts';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { audienceFileQuery, saveBadRows, uploadAudience } from './audience.queries.ts';

const extensions = ['csv', 'xlsx', 'zip'];

type FileChoiceProps = {
  fileId: string;
  /** Type of the plan's channel; numbers are parsed for it */
  channelType: number | undefined;
  country: string;
  error: string | undefined;
  onChange: (fileId: string) => void;
};

/** A file of numbers with columns of its own: sent, read to its end, and the rows that cannot be sent to as a file. */
export function FileChoice({ fileId, channelType, country, error, onChange }: FileChoiceProps) {
  const say = useWords(campaignWords.plan);
  const id = useId();
  const client = useQueryClient();
  const [sending, setSending] = useState<{ name: string; ratio: number }>();
  const [refusal, setRefusal] = useState('');
  const giveUp = useRef<AbortController>(undefined);
  useEffect(() => () => giveUp.current?.abort(), []);

  const handleFiles = async ([file]: File[]) => {
    if (!file || sending || channelType === undefined) return;
    setRefusal('');
    if (!extensions.includes(extensionOf(file.name))) return setRefusal(say('fileTypes'));
    if (file.size === 0) return setRefusal(say('fileEmpty'));
    const controller = new AbortController();
    giveUp.current = controller;
    setSending({ name: file.name, ratio: 0 });
    try {
      const onProgress = (ratio: number) => setSending({ name: file.name, ratio });
      const read = await uploadAudience(file, { channelType, country, signal: controller.signal, onProgress });
      client.setQueryData(audienceFileQuery(read.id).queryKey, read);
      onChange(read.id);
    } catch (failure) {
      if (!controller.signal.aborted) setRefusal(describeFailure(failure).message);
    } finally {
      setSending(undefined);
    }
  };

  return (
    <div>
      {fileId !== '' && !sending ? (
        <ReadFile fileId={fileId} onRemove={() => onChange('')} />
      ) : sending ? (
        <div>
          <Group justify="space-between">
            <Text size="sm" role="status">
              {say('sendingFile', { name: sending.name, interpolation: { escapeValue: false } })}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => giveUp.current?.abort()}>
              {say('cancel')}
            </Button>
          </Group>
          <Progress
            mt={6}
            value={sending.ratio * 100}
            aria-label={say('sendingFile', { name: sending.name, interpolation: { escapeValue: false } })}
          />
        </div>
      ) : (
        <Dropzone
          onDrop={(files) => void handleFiles(files)}
          onReject={(rejected) => void handleFiles(rejected.map(({ file }) => file))}
          multiple={false}
          disabled={channelType === undefined}
          p="md"
          radius="md"
          inputProps={{ accept: extensions.map((one) => `.${one}`).join(','), 'aria-labelledby': `${id}-label` }}
          aria-label={say('chooseFile')}
        >
          <Group gap="sm" wrap="nowrap" justify="center">
            <IconFileSpreadsheet size={22} stroke={1.5} aria-hidden />
            <div>
              <Text size="sm" fw={550} id={`${id}-label`}>
                {say('chooseFile')}
              </Text>
              <Text size="xs" c="dimmed">
                {channelType === undefined ? say('channelFirst') : say('fileHint')}
              </Text>
            </div>
          </Group>
        </Dropzone>
      )}
      {refusal || error ? (
        <Alert color="red" role="alert" mt="xs">
          {refusal || error}
        </Alert>
      ) : null}
    </div>
  );
}

function ReadFile({ fileId, onRemove }: { fileId: string; onRemove: () => void }) {
  const say = useWords(campaignWords.plan);
  const { data: file, error } = useQuery(audienceFileQuery(fileId));
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        {error ? (
          <Text size="sm" c="red" role="alert">
            {describeFailure(error).message}
          </Text>
        ) : (
          <>
            <Text size="sm" fw={550}>
              {file?.name ?? ''}
            </Text>
            <Text size="sm" role="status" c={file?.state === 'ERROR' ? 'red' : 'dimmed'}>
              {file === undefined
                ? say('readingFile')
                : file.state === 'ERROR'
                  ? say('fileFailed', { reason: file.error, interpolation: { escapeValue: false } })
                  : file.state === 'READING'
                    ? say('readingRows', { count: file.rows })
                    : say('fileRead', { count: file.rows, invalid: file.invalid })}
            </Text>
            {file?.state === 'READING' ? <Progress mt={4} value={100} animated aria-label={say('readingFile')} /> : null}
          </>
        )}
      </div>
      <Group gap="xs">
        {file && file.invalid > 0 && file.state !== 'READING' ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => void saveBadRows(file).catch(tellFailure)}
          >
            {say('badRows', { count: file.invalid })}
          </Button>
        ) : null}
        <Button size="xs" variant="subtle" color="gray" leftSection={<IconTrash size={14} aria-hidden />} onClick={onRemove}>
          {say('removeFile')}
        </Button>
      </Group>
    </Group>
  );
}
