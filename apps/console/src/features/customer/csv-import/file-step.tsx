import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { importLimitBytes, type ParsedCsv } from '@parley/contract';
import { IconDownload, IconFileTypeCsv } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { extensionOf } from '../../../lib/upload.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';
import { type ImportTarget, useReadFile, useSaveSample } from './csv-import.queries.ts';
import { SubmitFailure } from './submit-failure.tsx';

export type FileStepProps = {
  target: ImportTarget;
  replace: boolean;
  onReading: (isReading: boolean) => void;
  onParsed: (parsed: ParsedCsv) => void;
};

/** One CSV file, dropped or chosen: sent with its progress, then read by the server. */
export function FileStep({ target, replace, onReading, onParsed }: FileStepProps) {
  const say = useWords(customerWords.csvImport);
  const id = useId();
  const sample = useSaveSample();
  const read = useReadFile();
  const giveUp = useRef<AbortController>(undefined);
  const [sending, setSending] = useState<{ name: string; ratio: number }>();
  const [refusal, setRefusal] = useState('');
  const [news, setNews] = useState('');
  useEffect(() => () => giveUp.current?.abort(), []);

  const handleFiles = async ([file]: File[]) => {
    if (!file || sending) return;
    read.reset();
    setNews('');
    const refused = refuse(file);
    setRefusal(refused);
    if (refused) return;
    const controller = new AbortController();
    giveUp.current = controller;
    setSending({ name: file.name, ratio: 0 });
    onReading(true);
    try {
      const onProgress = (ratio: number) => setSending({ name: file.name, ratio });
      onParsed(await read.mutateAsync({ file, target, replace, signal: controller.signal, onProgress }));
    } catch {
      if (controller.signal.aborted) setNews(say('cancelledUpload'));
    } finally {
      setSending(undefined);
      onReading(false);
    }
  };
  const refuse = (file: File) => {
    if (file.type !== 'text/csv' && extensionOf(file.name) !== 'csv') return say('invalidFormat');
    if (file.size === 0) return say('fileEmpty');
    return file.size > importLimitBytes ? say('fileTooLarge') : '';
  };
  const failure = read.error && !giveUp.current?.signal.aborted ? describeFailure(read.error) : undefined;

  return (
    <>
      <Group gap="sm">
        <Text size="sm">{say('sampleText')}</Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={sample.isPending}
          onClick={() => sample.mutate()}
        >
          {say('downloadSample')}
        </Button>
      </Group>
      {sending ? (
        <SendingFile {...sending} onCancel={() => giveUp.current?.abort()} />
      ) : (
        <Dropzone
          onDrop={(files) => void handleFiles(files)}
          onReject={(rejected) => void handleFiles(rejected.map(({ file }) => file))}
          multiple={false}
          p="lg"
          radius="md"
          inputProps={{ accept: 'text/csv,.csv', 'aria-labelledby': `${id}-label` }}
          aria-label={say('chooseFile')}
        >
          <div className={classes.drop}>
            <IconFileTypeCsv size={28} stroke={1.4} aria-hidden />
            <Text size="sm" fw={600} id={`${id}-label`}>
              {say('chooseFile')}
            </Text>
            <Text size="xs" c="dimmed">
              {say('fileHint')}
            </Text>
          </div>
        </Dropzone>
      )}
      {refusal ? (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      ) : failure ? (
        <SubmitFailure failure={failure} />
      ) : null}
      {news ? (
        <Text size="xs" c="dimmed" role="status">
          {news}
        </Text>
      ) : null}
    </>
  );
}

function SendingFile({ name, ratio, onCancel }: { name: string; ratio: number; onCancel: () => void }) {
  const say = useWords(customerWords.csvImport);
  const isSent = ratio >= 1;
  return (
    <div className={classes.sending}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={550} role="status" className={classes.reason}>
          {say(isSent ? 'reading' : 'sending', { name })}
        </Text>
        <Group gap="sm" wrap="nowrap">
          {isSent ? null : (
            <Text size="sm" c="dimmed" className="tabular">
              {Math.floor(ratio * 100)} %
            </Text>
          )}
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {say('cancelUpload')}
          </Button>
        </Group>
      </Group>
      <Progress value={ratio * 100} animated={isSent} aria-label={say('progressOf', { name })} />
    </div>
  );
}
