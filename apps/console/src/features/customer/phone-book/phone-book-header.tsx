import { Button } from '@mantine/core';
import { IconDownload, IconHistory, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../../../components/page-header.tsx';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';

type Chosen = { group: string; label: string };
export type PhoneBookHeaderProps = { chosen: Chosen; isExporting: boolean; onExport: () => void };

/** The title, and the ways to new customers: a file, and the form. */
export function PhoneBookHeader({ chosen, isExporting, onExport }: PhoneBookHeaderProps) {
  const t = useWords(customerWords.phoneBook);
  return (
    <PageHeader
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        <>
          <Button component={Link} to="/customer-master/uploads" variant="subtle" leftSection={<IconHistory size={16} />}>
            {t('myUploads')}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={16} />} loading={isExporting} onClick={onExport}>
            {t('export')}
          </Button>
          {hasSet(chosen) ? <UploadButton {...chosen} /> : <ImportButton />}
          <CreateButton />
        </>
      }
    />
  );
}

/** The offer of an empty list: a file for the chosen group or label, or the form. */
export const FirstCustomer = ({ chosen }: { chosen: Chosen }) => (hasSet(chosen) ? <UploadButton {...chosen} /> : <CreateButton />);

const hasSet = ({ group, label }: Chosen): boolean => group !== '' || label !== '';

/** Upload is a group's or a label's (PHONE-007). */
function UploadButton({ group, label }: Chosen) {
  const t = useWords(customerWords.phoneBook);
  const shared = { variant: 'default', leftSection: <IconUpload size={16} />, children: t('upload') };
  return group ? (
    <Button component={Link} to="/customer-master/uploadfile/groupId/$groupId" params={{ groupId: group } as never} {...shared} />
  ) : (
    <Button component={Link} to="/customer-master/uploadfile/$labelId" params={{ labelId: label } as never} {...shared} />
  );
}

/** A file for the phone book alone. */
function ImportButton() {
  const t = useWords(customerWords.phoneBook);
  return (
    <Button component={Link} to="/customer-master/uploadfile" variant="default" leftSection={<IconUpload size={16} />}>
      {t('import')}
    </Button>
  );
}

function CreateButton() {
  const t = useWords(customerWords.phoneBook);
  return (
    <Button component={Link} to="/customer-master/customers/create" leftSection={<IconUserPlus size={16} />}>
      {t('create')}
    </Button>
  );
}
