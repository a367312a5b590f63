import { Alert, Badge, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import type { JourneyImport, z } from '@parley/contract';
import { IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { formatBytes } from '../../../lib/format.ts';
import { extensionOf } from '../../../lib/upload.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import type { DrawnKind } from './designer-frame.ts';
import { designerLink, encapDesignerLink } from './designer-link.ts';
import { useImportDrawing } from './import.queries.ts';
import classes from './stream.module.css';

type Imported = z.infer<typeof JourneyImport>;
const extensions = ['parley', 'json'];
const mostBytes = 52_428_800;

/** A stream or an encap out of a file, and what the file names that the enterprise does not have. */
export function ImportDialog({ kind, onClose }: { kind: DrawnKind; onClose: () => void }) {
  const say = useWords(journeyWords.import);
  const id = useId();
  const upload = useImportDrawing(kind);
  const [progress, setProgress] = useState<{ name: string; ratio: number }>();
  const [refusal, setRefusal] = useState('');
  const handleFiles = (files: readonly File[]) => {
    const [file] = files;
    if (!file) return;
    upload.reset();
    setRefusal('');
    if (!extensions.includes(extensionOf(file.name))) return setRefusal(say('wrongKind'));
    if (file.size > mostBytes) return setRefusal(say('tooLarge', { most: formatBytes(mostBytes) }));
    setProgress({ name: file.name, ratio: 0 });
    upload.mutate({ file, onProgress: (ratio) => setProgress({ name: file.name, ratio }) }, { onSettled: () => setProgress(undefined) });
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={say(kind === 'encap' ? 'encapTitle' : 'title')} closeOnClickOutside={false}>
      {upload.data ? (
        <Outcome kind={kind} imported={upload.data.answer} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text size="sm">{say('text')}</Text>
          <Dropzone
            onDrop={handleFiles}
            onReject={(rejected) => handleFiles(rejected.map(({ file }) => file))}
            multiple={false}
            loading={upload.isPending}
            p="lg"
            radius="md"
            inputProps={{ accept: extensions.map((extension) => `.${extension}`).join(','), 'aria-labelledby': `${id}-label` }}
            aria-label={say('drop')}
          >
            <Stack gap={4} align="center">
              <IconFileImport size={24} stroke={1.5} aria-hidden />
              <Text size="sm" fw={550} id={`${id}-label`}>
                {say('drop')}
              </Text>
              <Text size="xs" c="dimmed">
                {say('kinds')}
              </Text>
            </Stack>
          </Dropzone>
          {progress ? <Progress value={progress.ratio * 100} aria-label={say('sending', { name: progress.name })} /> : null}
          {refusal ? (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          ) : upload.error ? (
            <SaveFailure error={upload.error} />
          ) : null}
        </Stack>
      )}
    </Modal>
  );
}

function Outcome({ kind, imported, onClose }: { kind: DrawnKind; imported: Imported; onClose: () => void }) {
  const say = useWords(journeyWords.import);
  const sayPart = useWords(journeyWords.part);
  const { journeyId, name, tests, notes, references } = imported;
  const open = references.filter(({ found }) => found === '').length;
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {say('done', { name })} {say('tests', { count: tests })}
      </Text>
      {references.length > 0 ? (
        <section aria-label={say('references')}>
          <h3 className={classes.step}>{say('references')}</h3>
          {open > 0 ? (
            <Text size="sm" c="dimmed" mb={6}>
              {say('openHint', { count: open })}
            </Text>
          ) : null}
          <ul className={classes.plain}>
            {references.map(({ ref, id, name: wanted, found, isNew }) => (
              <li key={`${ref} ${id}`}>
                <Group gap={8}>
                  <Badge color={found === '' ? 'yellow' : 'green'}>{say(found === '' ? 'open' : isNew ? 'created' : 'found')}</Badge>
                  <span>
                    {sayPart(`ref_${ref}` as Parameters<typeof sayPart>[0])}: {wanted || id}
                    {found !== '' && found !== wanted ? ` → ${found}` : ''}
                  </span>
                </Group>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {notes.length > 0 ? (
        <section aria-label={say('notes')}>
          <h3 className={classes.step}>{say('notes')}</h3>
          <ul className={classes.plain}>
            {notes.map(({ node, text }) => (
              <li key={`${node} ${text}`}>
                {node === '' ? '' : <strong>{node}: </strong>}
                {text}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {say('close')}
        </Button>
        <Button
          renderRoot={(props) =>
            kind === 'encap' ? <Link {...encapDesignerLink(journeyId)} {...props} /> : <Link {...designerLink(journeyId)} {...props} />
          }
          data-autofocus
        >
          {say('openDesigner')}
        </Button>
      </Group>
    </Stack>
  );
}
