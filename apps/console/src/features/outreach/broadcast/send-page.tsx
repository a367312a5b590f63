import { Button } from '@mantine/core';
import { IconReport } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../../components/page-header.tsx';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { SendForm } from '../shared/send-form.tsx';

/** Quick Send: after a send the reports show what becomes of it. */
export function SendPage() {
  const say = useWords(outreachWords.broadcast);
  const navigate = useNavigate();
  return (
    <div>
      <PageHeader
        title={say('sendTitle')}
        subtitle={say('sendSubtitle')}
        actions={
          <Button component={Link} to="/campaigns/broadcast" variant="default" leftSection={<IconReport size={16} aria-hidden />}>
            {say('viewReport')}
          </Button>
        }
      />
      <SendForm onClose={() => void navigate({ to: '/campaigns/broadcast' })} />
    </div>
  );
}
