import type { Strings } from '../catalogue.ts';

export const text = {
  'text.count': '{count} من {limit} حرفًا',
  'text.over': {
    zero: 'لا حروف زائدة',
    one: 'حرف واحد زائد',
    two: 'حرفان زائدان',
    few: '{count} حروف زائدة',
    many: '{count} حرفًا زائدًا',
    other: '{count} حرف زائد',
  },
  'text.too_long': 'الحد الأقصى للنص هو {limit} حرف. حُذف ما زاد عليه.',
  'text.shrunk': 'صُغّر إلى {percent} ليتسع له المكان',
  'text.lines': {
    zero: 'بلا أسطر',
    one: 'سطر واحد',
    two: 'سطران',
    few: '{count} أسطر',
    many: '{count} سطرًا',
    other: '{count} سطر',
  },
  'text.overflow': 'لا يتسع المكان حتى بعد التصغير. استخدم كلمات أقل.',
  'text.word_broken': 'كلمة طويلة مقسومة على أكثر من سطر.',
  'text.missing_glyphs': {
    zero: 'لا حروف بلا خط',
    one: 'حرف واحد لا خط له: {glyphs}',
    two: 'حرفان لا خط لهما: {glyphs}',
    few: '{count} حروف لا خط لها: {glyphs}',
    many: '{count} حرفًا لا خط لها: {glyphs}',
    other: '{count} حرف لا خط لها: {glyphs}',
  },
  'text.fallback_fonts': {
    zero: 'لا خطوط أخرى',
    one: 'تستخدم بعض الحروف خطًا آخر: {fonts}',
    two: 'تستخدم بعض الحروف خطين آخرين: {fonts}',
    few: 'تستخدم بعض الحروف خطوطًا أخرى: {fonts}',
    many: 'تستخدم بعض الحروف خطوطًا أخرى: {fonts}',
    other: 'تستخدم بعض الحروف خطوطًا أخرى: {fonts}',
  },
  'text.font_replaced': {
    zero: 'لا خطوط أخرى',
    one: 'يستخدم النص خطًا آخر: {fonts}',
    two: 'يستخدم النص خطين آخرين: {fonts}',
    few: 'يستخدم النص خطوطًا أخرى: {fonts}',
    many: 'يستخدم النص خطوطًا أخرى: {fonts}',
    other: 'يستخدم النص خطوطًا أخرى: {fonts}',
  },
} as const satisfies Strings;
