import { Button, Text } from '@mantine/core';
import type { ParsedCsv, UploadRecord } from '@parley/contract';
import { IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { setsQuery } from '../shared/set.queries.ts';
import classes from './csv-import.module.css';
import type { ImportTarget } from './csv-import.queries.ts';
import { FileStep } from './file-step.tsx';
import { FileSummary } from './file-summary.tsx';
import { MappingStep } from './mapping-step.tsx';
import { ReplaceChoice } from './replace-choice.tsx';
import { SuccessCard } from './success-card.tsx';
import { useImportGuard } from './use-import-guard.ts';

/** A file is chosen and read, its columns are paired, and it is submitted. The address says where its rows go. */
export function UploadPage() {
  const { groupId, labelId } = useParams({ strict: false });
  const target: ImportTarget = groupId
    ? { kind: 'group', id: groupId }
    : labelId
      ? { kind: 'label', id: labelId }
      : { kind: 'book', id: '' };
  // Another group or label is another upload.
  return <UploadWizard key={`${target.kind} ${target.id}`} target={target} />;
}

function UploadWizard({ target }: { target: ImportTarget }) {
  const say = useWords(customerWords.csvImport);
  const [replace, setReplace] = useState(false);
  const [isReading, setReading] = useState(false);
  const [parsed, setParsed] = useState<ParsedCsv>();
  const [submitted, setSubmitted] = useState<UploadRecord>();
  useImportGuard(!submitted && (isReading || parsed !== undefined));

  const handleAgain = () => {
    setParsed(undefined);
    setSubmitted(undefined);
    setReplace(false);
  };

  return (
    <div className={classes.wizard}>
      <PageHeader
        title={say('uploadTitle')}
        subtitle={<TargetName target={target} />}
        actions={
          <Button component={Link} to="/customer-master/uploads" variant="default" leftSection={<IconList size={16} aria-hidden />}>
            {say('myUploads')}
          </Button>
        }
      />
      {submitted ? (
        <SuccessCard fileName={submitted.file.name} onAgain={handleAgain} />
      ) : (
        <>
          <section className={classes.block}>
            {parsed ? (
              <FileSummary parsed={parsed} onChooseOther={() => setParsed(undefined)} />
            ) : (
              <FileStep target={target} replace={replace} onReading={setReading} onParsed={setParsed} />
            )}
            <ReplaceChoice isOn={replace} onChange={setReplace} />
          </section>
          {parsed ? (
            <MappingStep key={parsed.uploadId} parsed={parsed} replace={replace} target={target} onSubmitted={setSubmitted} />
          ) : null}
        </>
      )}
    </div>
  );
}

/** The phone book alone has nothing to ask for. */
function TargetName({ target }: { target: ImportTarget }) {
  const say = useWords(customerWords.csvImport);
  const kind = target.kind === 'label' ? 'label' : 'group';
  const sets = useQuery({ ...setsQuery(kind), enabled: target.kind !== 'book' });
  if (target.kind === 'book') return say('intoBook');
  if (!sets.data) return null;
  const found = sets.data.find(({ id }) => id === target.id);
  if (!found) {
    return (
      <Text span inherit c="var(--mantine-color-error)">
        {say(kind === 'group' ? 'noGroup' : 'noLabel')}
      </Text>
    );
  }
  return say(kind === 'group' ? 'intoGroup' : 'intoLabel', { name: found.name });
}
