import { Button, Group, Stack, Text } from '@mantine/core';
import { type CompanyGeneral, logoExtensions } from '@parley/contract';
import { FileUpload, type UploadStatus } from '../../../components/file-upload.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { companyWords } from '../../../locales/company.ts';
import { May } from '../shared/may.tsx';
import { uploadLogo } from './company.queries.ts';
import classes from './company-logo.module.css';

export type CompanyLogoProps = {
  general: CompanyGeneral;
  /** A link to the picture; empty without one. */
  url: string;
  onChange: (logo: { id: string; url: string }) => void;
};

/** The logo, and the head of an invoice with it. Invoices are white, whatever the colours of the screen are. */
export function CompanyLogo({ general, url, onChange }: CompanyLogoProps) {
  const say = useWords(companyWords.general);
  const handleStatus = (status: UploadStatus) => {
    if (status.state === 'done') onChange({ id: status.file.id, url: status.file.url });
  };
  const place = [general.address, [general.pincode, general.city].filter(Boolean).join(' '), general.state, general.country];
  return (
    <Panel title={say('invoiceHead')} text={say('invoiceHint')}>
      <Stack gap="sm">
        <May any={['ENTERPRISE.EDIT']}>
          <Group gap="sm" align="center">
            <FileUpload
              isCompact
              label={say(url === '' ? 'addLogo' : 'changeLogo')}
              description={say('logoHint')}
              extensions={logoExtensions}
              send={uploadLogo}
              onStatus={handleStatus}
            />
            {url === '' ? null : (
              <Button variant="subtle" color="gray" size="xs" onClick={() => onChange({ id: '', url: '' })}>
                {say('removeLogo')}
              </Button>
            )}
          </Group>
        </May>
        <figure className={classes.head} aria-label={say('preview')}>
          {url === '' ? null : <img className={classes.logo} src={url} alt={say('logoOf', { name: general.name })} />}
          <div className={classes.words}>
            <Text size="sm" fw={600} c="inherit">
              {general.name}
            </Text>
            {place.filter(Boolean).map((line) => (
              <Text key={line} size="xs" c="inherit">
                {line}
              </Text>
            ))}
            {general.taxId === '' ? null : (
              <Text size="xs" c="inherit">
                {say('taxId')}: {general.taxId}
              </Text>
            )}
          </div>
        </figure>
      </Stack>
    </Panel>
  );
}
