/** The tables as they are stored: times in milliseconds since 1970, UTC; lists and objects as JSON text. */
export type Tables = {
  accounts: { id: string; name: string; created_at: number };
  clients: {
    id: string;
    account_id: string;
    name: string;
    secret_hash: string;
    scope: string;
    created_at: number;
  };
  tokens: {
    hash: string;
    account_id: string;
    client_id: string;
    scope: string;
    created_at: number;
    expires_at: number | null;
  };
  templates: { id: string; account_id: string; name: string; created_at: number };
  template_styles: {
    id: string;
    account_id: string;
    template_id: string;
    name: string;
    created_at: number;
  };
  template_style_versions: {
    id: string;
    account_id: string;
    template_id: string;
    template_style_id: string;
    language: string;
    name: string;
    status: string;
    package_key: string;
    package_label: string;
    digest: string;
    width: number | null;
    height: number | null;
    fps: number | null;
    frame_count: number | null;
    editables: string;
    fonts: string;
    stillcuts: string;
    demo_video_key: string | null;
    report: string;
    created_at: number;
    updated_at: number;
  };
  mappings: {
    id: string;
    account_id: string;
    template_style_version_id: string;
    body: string;
    created_at: number;
  };
  render_sessions: {
    id: string;
    account_id: string;
    mapping_id: string;
    template_style_version_id: string;
    title: string;
    render: string | null;
    status: string;
    phase: string;
    progress: number;
    errors: string;
    warnings: string;
    fit: string;
    source_uploads: string;
    fonts: string;
    thumbnails: string;
    video_key: string | null;
    poster_key: string | null;
    output: string;
    timings: string;
    metadata: string;
    external_id: string | null;
    created_at: number;
    updated_at: number;
    expires_at: number | null;
  };
  uploads: {
    id: string;
    account_id: string;
    storage_key: string;
    content_type: string;
    kind: string;
    bytes: number;
    sha256: string;
    width: number | null;
    height: number | null;
    duration: number | null;
    font_names: string;
    created_at: number;
    expires_at: number;
  };
  idempotency_keys: {
    account_id: string;
    key: string;
    request_hash: string;
    status: number | null;
    body: string | null;
    created_at: number;
  };
};
