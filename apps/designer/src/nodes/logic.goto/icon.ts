export { IconArrowBigRightLines as Icon } from '@tabler/icons-react';
