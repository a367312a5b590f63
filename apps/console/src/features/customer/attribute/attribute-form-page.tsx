import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../../components/page-header.tsx';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './attribute.module.css';
import { AttributeForm } from './attribute-form.tsx';

/** The form by its own address; back to the list after saving and after Cancel. */
export function AttributeFormPage() {
  const say = useWords(customerWords.attribute);
  const navigate = useNavigate();
  const handleEnd = () => void navigate({ to: '/customer-master/definition' });
  return (
    <div className={classes.page}>
      <PageHeader title={say('addTitle')} />
      <div className={classes.card}>
        <AttributeForm onDone={handleEnd} onCancel={handleEnd} />
      </div>
    </div>
  );
}
