import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { type ImportOutcome, trainingDataLimitBytes } from '@parley/contract';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { formatNumber } from '../../../lib/format.ts';
import { isAllowedFile } from '../../../lib/upload.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { ImportReport } from './import-report.tsx';
import classes from './training.module.css';
import { useImportData } from './training.queries.ts';

const extensions = ['csv', 'tsv', 'xlsx', 'json', 'yml', 'yaml', 'md', 'zip'] as const;
const counts = ['intentsAdded', 'intentsExtended', 'phrasesAdded', 'phrasesSkipped', 'entitiesAdded'] as const;

/** One file of training data, dropped or chosen: sent with its progress, then what became of it. */
export function ImportCard({ botId }: { botId: string }) {
  const say = useWords(botWords.training);
  const id = useId();
  const read = useImportData(botId);
  const giveUp = useRef<AbortController>(undefined);
  const [sending, setSending] = useState<{ name: string; ratio: number }>();
  const [refusal, setRefusal] = useState('');
  const [outcome, setOutcome] = useState<{ name: string; counts: ImportOutcome }>();
  useEffect(() => () => giveUp.current?.abort(), []);

  const handleFiles = async ([file]: File[]) => {
    if (!file || sending) return;
    setOutcome(undefined);
    const refused = !isAllowedFile(file.name, extensions)
      ? say('importInvalid')
      : file.size > trainingDataLimitBytes
        ? say('importTooLarge')
        : '';
    setRefusal(refused);
    if (refused) return;
    const controller = new AbortController();
    giveUp.current = controller;
    setSending({ name: file.name, ratio: 0 });
    try {
      const onProgress = (ratio: number) => setSending({ name: file.name, ratio });
      const { answer } = await read.mutateAsync({ file, signal: controller.signal, onProgress });
      setOutcome({ name: file.name, counts: answer });
    } catch (error) {
      setRefusal(controller.signal.aborted ? say('importStopped') : describeFailure(error).message);
    } finally {
      setSending(undefined);
    }
  };

  return (
    <Panel title={say('import')} text={say('importHint')}>
      {sending ? (
        <div className={classes.running}>
          <Group justify="space-between" wrap="nowrap">
            <span role="status">{say(sending.ratio >= 1 ? 'reading' : 'importing', { name: sending.name })}</span>
            <Button size="compact-sm" variant="default" onClick={() => giveUp.current?.abort()}>
              {say('cancel')}
            </Button>
          </Group>
          <Progress value={sending.ratio * 100} animated={sending.ratio >= 1} aria-label={say('importing', { name: sending.name })} />
        </div>
      ) : (
        <Dropzone
          onDrop={(files) => void handleFiles(files)}
          onReject={(rejected) => void handleFiles(rejected.map(({ file }) => file))}
          multiple={false}
          p="md"
          radius="md"
          inputProps={{ accept: extensions.map((extension) => `.${extension}`).join(','), 'aria-labelledby': `${id}-label` }}
          aria-label={say('importLabel')}
        >
          <div className={classes.drop}>
            <IconFileImport size={24} stroke={1.5} aria-hidden />
            <Text size="sm" fw={550} id={`${id}-label`}>
              {say('importLabel')}
            </Text>
          </div>
        </Dropzone>
      )}
      {refusal ? (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      ) : null}
      {outcome ? <Outcome name={outcome.name} outcome={outcome.counts} /> : null}
    </Panel>
  );
}

function Outcome({ name, outcome }: { name: string; outcome: ImportOutcome }) {
  const say = useWords(botWords.training);
  return (
    <div className={classes.group}>
      <Text size="sm" fw={550} role="status">
        {say('imported', { name, format: say(`format_${outcome.format}`) })}
      </Text>
      <dl className={classes.figures}>
        {counts.map((count) => (
          <div key={count} className={classes.figure}>
            <dt>{say(count)}</dt>
            <dd>{formatNumber(outcome[count])}</dd>
          </div>
        ))}
      </dl>
      <ImportReport report={outcome.report} counts={outcome.reportCounts} />
    </div>
  );
}
