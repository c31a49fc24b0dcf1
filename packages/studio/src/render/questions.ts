import type { RenderSession } from '@framepress/client';
import type { ConfirmRequest } from '../app-context.ts';
import type { MenuItem } from '../components/menu.ts';
import { isPermitted } from '../renders/actions.ts';
import type { Translate } from '../strings/index.ts';

/** What a person is asked before a render, or the deliveries of a finished one, are canceled. */
export function cancelQuestion({ status }: RenderSession, t: Translate): ConfirmRequest {
  const isDelivery = status.endsWith('_rendered');
  return {
    heading: t(isDelivery ? 'render.askCancelDelivery' : 'render.askCancel'),
    text: t(isDelivery ? 'render.askCancelDeliveryText' : 'render.askCancelText'),
    action: t('render.cancel'),
    isDanger: true,
  };
}

export function deleteQuestion(title: string, t: Translate): ConfirmRequest {
  return {
    heading: t('render.askDelete', { title }),
    text: t('render.askDeleteText'),
    action: t('render.delete'),
    isDanger: true,
  };
}

/** The rarer actions of a render. */
export function menuItems(session: RenderSession, canEdit: boolean, t: Translate): MenuItem[] {
  const items: MenuItem[] = [{ id: 'api', label: t('render.asApi') }];
  if (canEdit) items.push({ id: 'rename', label: t('render.rename') });
  if (canEdit && isPermitted('delete', session))
    items.push({ id: 'delete', label: t('render.delete'), isDanger: true });
  return items;
}
