// Written by `npm run generate` from the OpenAPI document. Do not edit.

export interface paths {
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an access token (RFC 6749, client credentials)
         * @description Send the id and the secret of a client as JSON, as a form or with HTTP Basic. Without `scope` the token has the scope of the client. Tokens expire after an hour, unless the operator has set another time.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an access token (RFC 7009)
         * @description The token stops working at once. An unknown token is no error.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates, newest first
         * @description Each template has the number of its styles and versions, and the poster and demo video of its newest ready version.
         *
         *     Scope: template_style_version:read.
         */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a template
         * @description A template groups styles, such as landscape and portrait. `GET /v2/templates/:id/styles` lists them with the versions to render.
         *
         *     Scope: template_style_version:read.
         */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        /**
         * Remove a template with its styles, versions and files
         * @description The response is 409 while a render or an import uses one of its versions. Rendered sessions and their videos stay.
         *
         *     Scope: template_style_version:write.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /**
         * Rename a template
         * @description Only the name can change. Sessions and versions keep their ids.
         *
         *     Scope: template_style_version:write.
         */
        patch: operations["updateTemplate"];
        trace?: never;
    };
    "/v2/templates/{id}/styles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the styles of a template with their active versions, newest first
         * @description `version_ids` has the active version for each language: the newest one whose status is `edit_ready`. Use its id in a mapping.
         *
         *     Scope: template_style_version:read.
         */
        get: operations["listTemplateStyles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/template_styles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a template style with its versions and their files
         * @description The response is 409 while a render or an import uses one of its versions. Rendered sessions and their videos stay.
         *
         *     Scope: template_style_version:write.
         */
        delete: operations["deleteTemplateStyle"];
        options?: never;
        head?: never;
        /**
         * Rename a template style
         * @description Only the name can change.
         *
         *     Scope: template_style_version:write.
         */
        patch: operations["updateTemplateStyle"];
        trace?: never;
    };
    "/v2/template_style_versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List template style versions, newest first, without their editables
         * @description `error_count` and `warning_count` count the entries of the report, which the version itself has.
         *
         *     Scope: template_style_version:read.
         */
        get: operations["listTemplateStyleVersions"];
        put?: never;
        /**
         * Upload a template package
         * @description Send the package as the part `file`, after all other parts. Without `template_id` and `template_style_id` a new template and style are created. The import runs afterwards: read the version until its status is `edit_ready` or `failed`. `Prefer: wait=30` delays the response until the import has ended.
         *
         *     Scope: template_style_version:write.
         */
        post: operations["createTemplateStyleVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/template_style_versions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a template style version
         * @description The status changes from `processing` to `demo_rendering` to `edit_ready`, or to `failed`. `report` has the errors and warnings of the import; `findings` groups the warnings, with advice for designers. `Prefer: wait=30` delays the response until the import has ended.
         *
         *     Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
         */
        get: operations["getTemplateStyleVersion"];
        put?: never;
        post?: never;
        /**
         * Remove a template style version with its files
         * @description The response is 409 while a render or its import uses it. Rendered sessions and their videos stay. Starting a draft, a final or a retry of the removed version fails with `template_version_unknown`.
         *
         *     Scope: template_style_version:write.
         */
        delete: operations["deleteTemplateStyleVersion"];
        options?: never;
        head?: never;
        /**
         * Rename a template style version
         * @description Only the name can change. Upload a new version to change the content.
         *
         *     Scope: template_style_version:write.
         */
        patch: operations["updateTemplateStyleVersion"];
        trace?: never;
    };
    "/v2/template_style_versions/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a failed template style version again
         * @description Imports the same package. Use it if the report says that the machine was busy, or after an update of the service; correct and upload the package for all other errors. The response is 409 for a version that has not failed.
         *
         *     Scope: template_style_version:write.
         */
        post: operations["retryTemplateStyleVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/template_style_versions/{id}/font": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the file of a font of the template
         * @description For samples of the font beside its name. Fonts that the template does not contain are answered 404. The licence of a font may limit its use.
         *
         *     Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
         */
        get: operations["getTemplateFont"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/template_style_versions/{id}/specs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the editables and fonts that a mapping can use
         * @description The names and kinds of everything that a mapping can fill, in the form that form builders need.
         *
         *     Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
         */
        get: operations["getTemplateStyleVersionSpecs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/template_style_versions/{id}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the JSON Schema of the mapping
         * @description The JSON Schema is for this version only: it has the names of its editables. Use it in form builders, and to generate types.
         *
         *     Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
         */
        get: operations["getTemplateStyleVersionSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the stored mappings, newest first, without their entries
         * @description Mappings of sessions are not listed. Read a mapping to get its entries.
         *
         *     Scope: mapping:read.
         */
        get: operations["listMappings"];
        put?: never;
        /**
         * Store a mapping, which may be partial
         * @description A stored mapping can be incomplete. Name it as `mapping_id` when a session is created: the session copies it.
         *
         *     Scope: mapping:write.
         */
        post: operations["createMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/mappings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a mapping
         * @description Returns the mapping with its entries.
         *
         *     Scope: mapping:read.
         */
        get: operations["getMapping"];
        /**
         * Replace a mapping
         * @description Replaces the whole mapping. Sessions that have copied it do not change.
         *
         *     Scope: mapping:write.
         */
        put: operations["replaceMapping"];
        post?: never;
        /**
         * Remove a stored mapping
         * @description Sessions that have copied the mapping keep their copy.
         *
         *     Scope: mapping:write.
         */
        delete: operations["deleteMapping"];
        options?: never;
        head?: never;
        /**
         * Change entries of a mapping
         * @description Sets the entries that the body names, and removes those that are null. Simultaneous requests are all applied.
         *
         *     Scope: mapping:write.
         */
        patch: operations["updateMapping"];
        trace?: never;
    };
    "/v2/mappings/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a complete mapping without a render
         * @description Runs every check of a render: fetches and probes the media, and lays out the text. The answer is 200 for an invalid mapping, too: read `valid`. `fit` shows how each text fits.
         *
         *     Scope: mapping:write. An edit token is accepted as well.
         */
        post: operations["validateMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/mappings/{id}/fit-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a mapping for a version of another size or language without a render
         * @description Use it before one mapping renders several sizes or languages. Entries of editables that the other version does not have are left out and listed in `ignored_editables`. Pointers of errors are into the mapping.
         *
         *     Scope: mapping:write.
         */
        post: operations["createFitReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List uploads that have not expired, newest first
         * @description An upload expires; `expires_at` has the time. `q` searches the file names.
         *
         *     Scope: upload:read.
         */
        get: operations["listUploads"];
        put?: never;
        /**
         * Upload a media file, for use in mappings by its id
         * @description Send the file as the part `file`. It is probed at once, so a file that cannot be used is rejected here. Use the id as `upload_id` in mappings. Uploads expire.
         *
         *     Scope: upload:write. An edit token is accepted as well.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an upload
         * @description An edit token reads the uploads of its own session.
         *
         *     Scope: upload:read. An edit token is accepted as well.
         */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /**
         * Remove an upload with its file
         * @description The response is 409 while a session that waits or renders names the upload.
         *
         *     Scope: upload:write.
         */
        delete: operations["deleteUpload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/uploads/{id}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a small image of an uploaded image or video
         * @description For formats that a browser cannot show, such as HEIC, TIFF or ProRes. An image is never enlarged. An edit token reads the uploads of its own session.
         *
         *     Scope: upload:read. An edit token is accepted as well.
         */
        get: operations["getUploadThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/stills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draw one frame of the video
         * @description The image has exactly the pixels of the video at that time. Without `at` and `stillcut` it is the first frame.
         *
         *     Scope: render_session:write. An edit token is accepted as well.
         */
        post: operations["createStill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/render_sessions/{id}/still": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw one frame of the stored mapping of a session
         * @description As `POST /v2/stills`, for people who may look at a session but not change it. The examples of the template replace missing entries.
         *
         *     Scope: render_session:read. An edit token of this session is accepted as well.
         */
        get: operations["getSessionStill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/compositions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compile a mapping into a Lottie document for a live preview
         * @description A player in the browser draws the document with the exact pixels of the video. Media are read only once: a change of a text or color is answered in a few milliseconds. `Server-Timing` says how long it took.
         *
         *     Scope: render_session:write. An edit token is accepted as well.
         */
        post: operations["createComposition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/render_sessions/{id}/composition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compile the stored mapping of a session for a live preview
         * @description As `POST /v2/compositions` with `render_session_id`, for people who may look at a session but not change it.
         *
         *     Scope: render_session:read. An edit token of this session is accepted as well.
         */
        get: operations["getSessionComposition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/template_style_versions/{id}/places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find where the editables show in a frame
         * @description Topmost first, in pixels of the video. Use it to find the editable that was clicked. The area of a text without a box is estimated from its example.
         *
         *     Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
         */
        get: operations["listEditablePlaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/render_sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a render session
         * @description File URLs are signed anew for each answer, so they are always valid. With `Prefer: wait=30` the answer is delayed until the status changes.
         *
         *     Scope: render_session:read. An edit token of this session is accepted as well.
         */
        get: operations["getRenderSession"];
        put?: never;
        post?: never;
        /**
         * Remove a render session with its files; a running render is canceled
         * @description Files that were delivered to your stores stay there.
         *
         *     Scope: render_session:write.
         */
        delete: operations["deleteRenderSession"];
        options?: never;
        head?: never;
        /**
         * Change a render session; most fields only while it is a draft
         * @description Title, metadata and `external_id` can be changed in every status, all other fields only while the session is a draft. An edit token changes title and mapping only. With `If-Match` the change is only made if nobody changed the session meanwhile.
         *
         *     Scope: render_session:write. An edit token of this session is accepted as well.
         */
        patch: operations["updateRenderSession"];
        trace?: never;
    };
    "/v2/render_sessions/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch a render session: server-sent events `status` and `progress`
         * @description A stream ends after 15 minutes, or when the session has ended. Clients continue with `Last-Event-ID`, as `EventSource` does. The answer is 204 when all events are known.
         *
         *     Scope: render_session:read. An edit token of this session is accepted as well.
         */
        get: operations["watchRenderSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/render_sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List render sessions, newest first, without their mappings
         * @description Returns summaries. Read a session to get its mapping, its fit report and its deliveries. `status` may be a list: `status=failed,canceled`. `metadata[customer]=42` finds sessions with this entry. A page may have fewer sessions than `limit`; the list ends when `next_cursor` is null.
         *
         *     Scope: render_session:read.
         */
        get: operations["listRenderSessions"];
        put?: never;
        /**
         * Create a render session
         * @description Checks the whole request and reports all its errors at once. With `render` the render starts at once; without it the session is a draft, which may be incomplete. The body has either `mapping` or `mapping_id`. Wait with `Prefer: wait`, the event stream or a webhook.
         *
         *     Scope: render_session:write.
         */
        post: operations["createRenderSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/render_sessions/{id}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a session with the mapping of another session, with changes
         * @description Copies a session in any status to a new session. Title, mapping, output, preview, priority and metadata come from the original, unless the body has them. External uploads, `external_id` and webhooks are not copied. Media are fetched again.
         *
         *     Scope: render_session:write.
         */
        post: operations["copyRenderSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/render_sessions/{id}/edit_token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create another edit token of a session
         * @description For a page that edits the session longer than its token is valid, or for another page. Earlier tokens stay valid until they expire. The body is empty. An edit token cannot create one.
         *
         *     Scope: render_session:write.
         */
        post: operations["createEditToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/render_sessions/{id}/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a draft, or the final of a rendered preview
         * @description A final uses the same inputs as its preview. A request for a render that is running or complete changes nothing.
         *
         *     Scope: render_session:write. An edit token of this session is accepted as well.
         */
        post: operations["startRenderSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/render_sessions/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed session; finished work is reused
         * @description Every failed session can be retried. Fetched files and finished parts of the video are used again.
         *
         *     Scope: render_session:write. An edit token of this session is accepted as well.
         */
        post: operations["retryRenderSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/render_sessions/{id}/deliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start deliveries of a rendered session again
         * @description Failed and canceled deliveries begin anew, and those that wait for their next attempt are tried at once. The video is not rendered again. A delivery to a presigned URL is sent only while its URL is stored: until it has ended.
         *
         *     Scope: render_session:write.
         */
        post: operations["deliverRenderSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/render_sessions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a render session, or the pending deliveries of a rendered session
         * @description The render stops within two seconds. A session that is already canceled stays canceled, and the answer is 200.
         *
         *     Scope: render_session:write. An edit token of this session is accepted as well.
         */
        post: operations["cancelRenderSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches, newest first
         * @description `counts` has the number of rows in each state.
         *
         *     Scope: batch:read.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Create a batch: one render for each row of JSON, CSV or JSON lines
         * @description Send JSON with `rows`, CSV or JSON lines with the options in the query, or a form with the parts `options` and `file`. The answer comes when the columns are checked. Then every row is checked before the first render starts: read the batch until its status is no longer `checking`. With `Prefer: wait=30` the answer is delayed until the batch has ended or pauses.
         *
         *     Scope: batch:write.
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a batch; Prefer: wait=N waits until its status changes
         * @description `errors` has the first 100 faults, each with its row and column; `GET /v2/batches/:id/rows?state=invalid` has all of them.
         *
         *     Scope: batch:read.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        /**
         * Remove a batch that does not run, and its sessions if requested
         * @description 409 while the batch is checked or runs: cancel it first. With `sessions=true` the sessions of its rows are removed with their videos.
         *
         *     Scope: batch:write.
         */
        delete: operations["deleteBatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a batch: no further row begins, running rows are finished
         * @description Nothing is lost: `POST /v2/batches/:id/resume` continues.
         *
         *     Scope: batch:write.
         */
        post: operations["pauseBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused or canceled batch; invalid rows are left out
         * @description Also starts a batch that was created with `start: false`, or that paused because of invalid rows; those rows are left out. In a canceled batch, the rows without a video render that have not failed: each row whose render was canceled gets a new session. If the cancel came during the check, the check continues.
         *
         *     Scope: batch:write.
         */
        post: operations["resumeBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a batch with its running renders; finished videos stay
         * @description Running renders stop within two seconds. Rendered videos stay. `POST /v2/batches/:id/resume` continues a canceled batch.
         *
         *     Scope: batch:write.
         */
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render failed rows again, and rows with new values
         * @description Without a body all failed rows are rendered again. With `rows`, only these rows, also canceled ones; `values` replace cells, also of invalid and rendered rows. The response is 409 for a canceled batch: resume it first.
         *
         *     Scope: batch:write.
         */
        post: operations["retryBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of a batch, in their order
         * @description `state=failed` or `state=invalid` lists only those rows, with their errors. `values=true` adds the cells, so that a person can correct them.
         *
         *     Scope: batch:read.
         */
        get: operations["listBatchRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all rows with their videos and errors, as JSON or CSV
         * @description Streamed, for any number of rows. In CSV, cells that a spreadsheet would run as a formula begin with an apostrophe.
         *
         *     Scope: batch:read.
         */
        get: operations["getBatchManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the finished videos as a ZIP; missing.csv lists the other rows
         * @description Streamed. The files are named by `external_id`, or by the number of the row.
         *
         *     Scope: batch:read.
         */
        get: operations["getBatchArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations, newest first
         * @description Credentials are not returned; `identity` names them.
         *
         *     Scope: destination:read.
         */
        get: operations["listDestinations"];
        put?: never;
        /**
         * Add a cloud storage destination with its credentials
         * @description Uploads whose `to` begins with `prefix` use these credentials. They are stored encrypted and never returned.
         *
         *     Scope: destination:write.
         */
        post: operations["createDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/destinations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a destination
         * @description Credentials are not returned; `identity` names them.
         *
         *     Scope: destination:read.
         */
        get: operations["getDestination"];
        put?: never;
        post?: never;
        /**
         * Remove a destination
         * @description Deliveries that need it fail from now on.
         *
         *     Scope: destination:write.
         */
        delete: operations["deleteDestination"];
        options?: never;
        head?: never;
        /**
         * Change a destination; options and credentials are replaced completely
         * @description Waiting deliveries to the destination are tried again at once. A change of the host needs the credentials again.
         *
         *     Scope: destination:write.
         */
        patch: operations["updateDestination"];
        trace?: never;
    };
    "/v2/destinations/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a destination: write, read and delete a small file, and report each step
         * @description The answer is 200 when a step fails, too: read `ok`. Waiting deliveries are tried again after a success.
         *
         *     Scope: destination:write.
         */
        post: operations["testDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints, newest first
         * @description Endpoints of sessions are listed only with `render_session_id`.
         *
         *     Scope: webhook_endpoint:read.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Add a webhook endpoint; only this response contains its secret
         * @description The endpoint receives the events of the whole account. Verify requests with the secret, as Standard Webhooks 1.0 describes.
         *
         *     Scope: webhook_endpoint:write.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook_endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description `failing_since` is the time of the first failure since the last success.
         *
         *     Scope: webhook_endpoint:read.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook endpoint with its delivery log
         * @description Events that wait for the endpoint are not sent.
         *
         *     Scope: webhook_endpoint:write.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a webhook endpoint
         * @description Applies to all requests that start afterwards. An endpoint that was disabled is enabled with `status`. A new `url` and `status: enabled` also send the events at once that wait for their next attempt.
         *
         *     Scope: webhook_endpoint:write.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v2/webhook_endpoints/{id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new secret; the old secret also signs for one day
         * @description For a day, requests have a signature of both secrets, so that your server can change at any time. With `keep_previous: false` the old secret ends at once.
         *
         *     Scope: webhook_endpoint:write.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook_endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event now and return the response of the endpoint
         * @description The test does not wait for other events and is not retried. The answer has the response of your server. If it accepts the test, events that wait for their next attempt are sent at once.
         *
         *     Scope: webhook_endpoint:write.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook_endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries to an endpoint, newest first
         * @description The log has every attempt with its time, status and the beginning of the response. It is stored for 30 days.
         *
         *     Scope: webhook_endpoint:read.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook_endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the events of a time range again
         * @description Events are sent in their order, with the `webhook-id` that they had. By default only missed events are sent: those since the endpoint was created that it has not accepted. An event that waits for its next attempt is sent at once.
         *
         *     Scope: webhook_endpoint:write.
         */
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook_deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery of an event
         * @description Returns all attempts of the delivery.
         *
         *     Scope: webhook_endpoint:read.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook_deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Creates a new delivery of the same event, with the same `webhook-id`. If a delivery of the event waits for its next attempt, this delivery is returned and sent at once, with earlier events of the same session.
         *
         *     Scope: webhook_endpoint:write.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch the events of the account as server-sent events, for development
         * @description The stream continues with `Last-Event-ID`. The token also needs `render_session:read` and `template_style_version:read`, because events contain these objects.
         *
         *     Scope: webhook_endpoint:read.
         */
        get: operations["watchWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the limits of the account and their use
         * @description A limit of null means no limit. Above a limit, requests are answered 429 with the limit, its use and the time at which it frees.
         *
         *     Scope: usage:read.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the renders of the account by day and template
         * @description Each render is counted once, on the day (UTC) on which it ends. Removed sessions and templates stay counted.
         *
         *     Scope: usage:read.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API clients of the account, newest first
         * @description For administrators. Secrets are not returned.
         *
         *     Scope: *.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Add an API client
         * @description For administrators. Only this response contains the secret.
         *
         *     Scope: *.
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/clients/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of an API client
         * @description For administrators. The old secret, its tokens and its studio sessions become invalid at once. Only this response contains the new secret.
         *
         *     Scope: *.
         */
        post: operations["rotateClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an API client
         * @description For administrators. Its tokens, edit tokens and studio sessions end at once.
         *
         *     Scope: *.
         */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file by its signed URL; Range, HEAD and validators as in RFC 9110
         * @description Other answers contain these URLs: they are signed, expire, and need no token. Pages of every origin may read them. A service with `FILES=redirect` sends clients to its store for large files (302).
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/previews/{account}/{entry}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an image or the audio of a composition by its signed URL
         * @description The audio is mixed at the first request. `width` returns a smaller image. A file that was not used for a day is removed (404): request the composition again.
         */
        get: operations["getCompositionFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to the MCP server (streamable HTTP)
         * @description For agents: https://modelcontextprotocol.io. Its tools have the rights of the token. Use an MCP client instead of calling this directly.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/studio/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is signed in to the studio
         * @description For pages of the service: the session is in the cookie `framepress_session`. Without a session, `sign_in` of the error says whether OpenID Connect is configured.
         */
        get: operations["getStudioSession"];
        put?: never;
        /**
         * Sign in to the studio
         * @description For pages of the service. Sets the cookie `framepress_session`, which scripts cannot read. A code works once. With the cookie, pages of the service use `/v2` without a token; changes need the header `X-Framepress-CSRF`.
         */
        post: operations["createStudioSession"];
        /**
         * Sign out of the studio
         * @description Needs the header `X-Framepress-CSRF`.
         */
        delete: operations["deleteStudioSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/studio/sign-in/openid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in to the studio with OpenID Connect
         * @description For browsers: redirects to the issuer of the configuration, which sends the browser back. After a failure the studio opens with `error` in its address.
         */
        get: operations["startOpenIdSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/studio/sign-in/openid/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finish a sign-in with OpenID Connect
         * @description The redirect URI to register at the issuer.
         */
        get: operations["finishOpenIdSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/engine/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file of the preview engine
         * @description The folder has a digest in its name, so its files never change. Pages of every origin may read them.
         */
        get: operations["getEngineFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/editor/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file of the editor element
         * @description `/editor/framepress-editor.js` is the module that defines `<framepress-editor>`. Pages of every origin may load it.
         */
        get: operations["getEditorFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/studio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go to the studio
         * @description Redirects a browser to `/studio/`.
         */
        get: operations["getStudioStart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/studio/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the page of the studio, or one of its files
         * @description The page itself is at `/studio/`.
         */
        get: operations["getStudioFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the open work of the whole service
         * @description For autoscalers and dashboards. Each process answers the same. The token must belong to the account `acc_default`.
         *
         *     Scope: service:read.
         */
        get: operations["getQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of this process for Prometheus
         * @description The same metrics are at `FRAMEPRESS_PROBE_PORT` without a token. The token must belong to the account `acc_default`.
         *
         *     Scope: service:read.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process is alive
         * @description Answers as long as the process runs. Use it to decide about a restart.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the service is ready; 503 when it is not
         * @description Checks the database, the storage, the encoder, the jobs, the load and the clock. Use it to decide about traffic.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go to the documentation
         * @description Redirects a browser to `/docs`.
         */
        get: operations["getStart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the documentation
         * @description This page. It needs no other server.
         */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a guide, or a file of the documentation
         * @description A guide is a page at `/docs/sessions` and Markdown at `/docs/sessions.md`.
         */
        get: operations["getDocsPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the guides for language models
         * @description A list of links to Markdown, in the form of llmstxt.org.
         */
        get: operations["getLlmsText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms-full.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all guides as one text
         * @description For language models and for search.
         */
        get: operations["getLlmsFullText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the OpenAPI document
         * @description The OpenAPI 3.1 document of this service, made from the schemas that validate requests.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "render_session.status.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A session was created, or its status changed
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "render_session.status.changed",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "data": {
                     *         "render_session": {
                     *           "id": "rs_4KdPq8ZtWm7RvYhN",
                     *           "title": "For Ana",
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "render": "preview",
                     *           "priority": "normal",
                     *           "preview": {},
                     *           "missing_editables": [
                     *             "text"
                     *           ],
                     *           "status": "preview_rendered",
                     *           "render_progress": 100,
                     *           "thumbnails": [
                     *             "https://videos.example.com/files/1.jpg?expires=1795168800&signature=4Zb0yq"
                     *           ],
                     *           "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *           "errors": [],
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z",
                     *           "mapping": {
                     *             "id": "map_3RbXm9KtQv5WzYdP",
                     *             "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *             "resources": {
                     *               "name": {
                     *                 "source": {
                     *                   "text": "Ana"
                     *                 }
                     *               },
                     *               "photo": {
                     *                 "source": {
                     *                   "remote_url": "https://videos.example.com/files/photo.jpg"
                     *                 },
                     *                 "transform": {
                     *                   "crop_strategy": "cover"
                     *                 }
                     *               }
                     *             }
                     *           },
                     *           "audio_tracks": {},
                     *           "font_changes": {},
                     *           "source_uploads": [
                     *             {
                     *               "content_type": "image/jpeg",
                     *               "bytes": 812044,
                     *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           ],
                     *           "fonts": [
                     *             {
                     *               "name": "Poppins-Bold",
                     *               "family": "Poppins",
                     *               "from": "template",
                     *               "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           ],
                     *           "phase": "done",
                     *           "queue_position": null,
                     *           "eta_seconds": null,
                     *           "duration": 4,
                     *           "width": 1920,
                     *           "height": 1080,
                     *           "fps": 30,
                     *           "loudness": {
                     *             "integrated_lufs": -14.1,
                     *             "range_lu": 5.2,
                     *             "true_peak_dbtp": -1.2,
                     *             "limited": true
                     *           },
                     *           "outputs": [
                     *             {
                     *               "file": "video",
                     *               "format": "mp4",
                     *               "codec": "h264",
                     *               "width": 1920,
                     *               "height": 1080,
                     *               "fps": 30,
                     *               "duration": 4,
                     *               "bytes": 812044,
                     *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *               "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq"
                     *             }
                     *           ],
                     *           "poster_url": null,
                     *           "hls_url": null,
                     *           "warnings": [],
                     *           "fit": {
                     *             "name": {
                     *               "font_scale": 0.82,
                     *               "lines": 1,
                     *               "overflow": false
                     *             }
                     *           },
                     *           "external_uploads": [],
                     *           "metadata": {
                     *             "customer": "1042"
                     *           },
                     *           "external_id": "order-42",
                     *           "batch_id": "bat_7QmYk2VbXw9TzHcP",
                     *           "batch_row": null,
                     *           "timings": {
                     *             "rendering": 3.2
                     *           },
                     *           "receipt": {
                     *             "template": {
                     *               "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             },
                     *             "mapping": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "media": {},
                     *             "fonts": [
                     *               {
                     *                 "name": "text",
                     *                 "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *               }
                     *             ],
                     *             "engine": {
                     *               "framepress": "0.1.0"
                     *             },
                     *             "outputs": {
                     *               "video": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           },
                     *           "expires_at": "2026-11-20T09:30:00.000Z"
                     *         },
                     *         "sequence": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionStatusChanged"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is accepted */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is sent again later */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "render_session.external_upload.complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A file was delivered
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "render_session.external_upload.complete",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "data": {
                     *         "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "external_upload_id": "xup_5kWq9ZpTr3NvYbLm",
                     *         "render": "preview",
                     *         "file": "video",
                     *         "to": "s3://videos/ana.mp4",
                     *         "remote_id": "s3://videos/ana.mp4",
                     *         "sequence": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionExternalUploadComplete"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is accepted */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is sent again later */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "render_session.external_upload.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A delivery has failed finally
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "render_session.external_upload.failed",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "data": {
                     *         "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "external_upload_id": "xup_5kWq9ZpTr3NvYbLm",
                     *         "render": "preview",
                     *         "file": "video",
                     *         "to": "s3://videos/ana.mp4",
                     *         "remote_id": "s3://videos/ana.mp4",
                     *         "error": {
                     *           "code": "editable_missing",
                     *           "message": "Expected an entry for /mapping/resources/name but received none.",
                     *           "retryable": false
                     *         },
                     *         "sequence": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionExternalUploadFailed"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is accepted */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is sent again later */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "render_session.external_upload.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A delivery was canceled, or a final replaced it
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "render_session.external_upload.canceled",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "data": {
                     *         "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "external_upload_id": "xup_5kWq9ZpTr3NvYbLm",
                     *         "render": "preview",
                     *         "file": "video",
                     *         "to": "s3://videos/ana.mp4",
                     *         "remote_id": "s3://videos/ana.mp4",
                     *         "error": {
                     *           "code": "editable_missing",
                     *           "message": "Expected an entry for /mapping/resources/name but received none.",
                     *           "retryable": false
                     *         },
                     *         "sequence": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionExternalUploadCanceled"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is accepted */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is sent again later */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "template_style_version.status.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A template was uploaded, or the status of its import changed
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "template_style_version.status.changed",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "data": {
                     *         "template_style_version": {
                     *           "id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "status": "edit_ready",
                     *           "template_id": "tpl_2NvYk7RbQw5ZtHmP",
                     *           "template_style_id": "sty_5TmWq3ZkVr8YpNbL",
                     *           "language": "en",
                     *           "name": "Birthday",
                     *           "width": 1920,
                     *           "height": 1080,
                     *           "fps": 30,
                     *           "duration": 4,
                     *           "editables": {
                     *             "name": {
                     *               "input_type": "text",
                     *               "label": "Name",
                     *               "required": true,
                     *               "stillcut": "stillcut_01",
                     *               "start": 0,
                     *               "end": 4
                     *             }
                     *           },
                     *           "fonts": [
                     *             "text"
                     *           ],
                     *           "stillcuts": {
                     *             "stillcut_01": "https://videos.example.com/files/1.png?expires=1795168800&signature=4Zb0yq"
                     *           },
                     *           "demo_video_url": null,
                     *           "report": {
                     *             "errors": [],
                     *             "warnings": []
                     *           },
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z"
                     *         },
                     *         "sequence": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateStyleVersionStatusChanged"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is accepted */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is sent again later */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A batch waits for a limit of the account, or for storage
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "batch.waiting",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "data": {
                     *         "batch": {
                     *           "id": "bat_7QmYk2VbXw9TzHcP",
                     *           "title": "For Ana",
                     *           "status": "checking",
                     *           "paused_reason": "user",
                     *           "waiting_for": {
                     *             "code": "text",
                     *             "message": "text"
                     *           },
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "render": "preview",
                     *           "priority": "normal",
                     *           "external_id": "order-42",
                     *           "metadata": {
                     *             "customer": "1042"
                     *           },
                     *           "counts": {
                     *             "total": 3,
                     *             "invalid": 1,
                     *             "waiting": 1,
                     *             "rendering": 1,
                     *             "rendered": 1,
                     *             "failed": 1,
                     *             "canceled": 1
                     *           },
                     *           "progress": 0,
                     *           "eta_seconds": null,
                     *           "warnings": [],
                     *           "errors": [],
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z",
                     *           "started_at": "2026-11-20T09:30:00.000Z",
                     *           "ended_at": "2026-11-20T09:30:00.000Z"
                     *         },
                     *         "sequence": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BatchWaiting"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is accepted */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is sent again later */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All rows of a batch have ended
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "batch.completed",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "data": {
                     *         "batch": {
                     *           "id": "bat_7QmYk2VbXw9TzHcP",
                     *           "title": "For Ana",
                     *           "status": "checking",
                     *           "paused_reason": "user",
                     *           "waiting_for": {
                     *             "code": "text",
                     *             "message": "text"
                     *           },
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "render": "preview",
                     *           "priority": "normal",
                     *           "external_id": "order-42",
                     *           "metadata": {
                     *             "customer": "1042"
                     *           },
                     *           "counts": {
                     *             "total": 3,
                     *             "invalid": 1,
                     *             "waiting": 1,
                     *             "rendering": 1,
                     *             "rendered": 1,
                     *             "failed": 1,
                     *             "canceled": 1
                     *           },
                     *           "progress": 0,
                     *           "eta_seconds": null,
                     *           "warnings": [],
                     *           "errors": [],
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z",
                     *           "started_at": "2026-11-20T09:30:00.000Z",
                     *           "ended_at": "2026-11-20T09:30:00.000Z"
                     *         },
                     *         "sequence": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BatchCompleted"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is accepted */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is sent again later */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.row.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The render of a row of a batch has failed
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "batch.row.failed",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "data": {
                     *         "batch_id": "bat_7QmYk2VbXw9TzHcP",
                     *         "row": 1,
                     *         "external_id": "order-42",
                     *         "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "errors": [],
                     *         "sequence": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BatchRowFailed"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is accepted */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is sent again later */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The service disabled another endpoint, which failed for too long or is gone
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "webhook_endpoint.disabled",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "data": {
                     *         "webhook_endpoint_id": "whe_6ZtWm4KvQr9YpNbH",
                     *         "disabled_reason": "gone",
                     *         "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "sequence": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointDisabled"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is accepted */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is sent again later */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test of this endpoint was requested
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "webhook_endpoint.test",
                     *       "timestamp": "2026-11-20T09:30:00.000Z",
                     *       "data": {
                     *         "webhook_endpoint_id": "whe_6ZtWm4KvQr9YpNbH",
                     *         "sequence": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointTest"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is accepted */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The event is sent again later */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The limits of an account and their use */
        Account: {
            id: string;
            name: string;
            /** @description Null: no limit */
            limits: {
                /** @description Further renders and imports wait */
                renders_at_once: number | null;
                /** @description Sessions and imports that wait or run; more are answered 429 (`queue_full`) */
                queued_sessions: number | null;
                /** @description Frames in a day (UTC); more are answered 429 (`daily_limit_exceeded`) */
                frames_per_day: number | null;
                /** @description More is answered 429 (`quota_exceeded`) */
                stored_bytes: number | null;
            };
            usage: {
                /** @description Sessions that are composed or drawn */
                rendering_sessions: number;
                /** @description Sessions and imports that wait or run */
                queued_sessions: number;
                /** @description Frames of renders that ended today, and of all renders that have not ended */
                frames_today: number;
                /** @description Stored files, in bytes; as a limit, null is none */
                stored_bytes: number;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
        };
        AccountResponse: {
            account: components["schemas"]["Account"];
        };
        /** @description An audio file; null is silence */
        AudioEntry: {
            source: {
                /** @description http or https URL of the file */
                remote_url?: string;
                /** @description The id of an upload */
                upload_id?: string;
            } | null;
            transform?: components["schemas"]["AudioTransform"];
        } | null;
        AudioTransform: {
            /** @constant */
            trim_strategy?: "manual";
            /** @description Start within the file, in seconds */
            trim_start_time?: number;
            /** @description Volume: 0 is silence, 1 is unchanged */
            volume?: number;
            /** @description Length of the fade at the start, in seconds */
            fade_in?: number;
            /** @description Length of the fade at the end, in seconds */
            fade_out?: number;
            loop?: boolean;
        };
        AzureCredentials: {
            account_key: string & (unknown & unknown);
        } | {
            sas_token: string;
        } | {
            connection_string: string;
        };
        AzureOptions: {
            cache_control?: string;
            /** Format: uri */
            endpoint?: string;
            /** @enum {string} */
            access_tier?: "Hot" | "Cool" | "Cold" | "Archive";
        };
        /** @description Rows count from 1, without the header of CSV */
        Batch: {
            id: string;
            /** @description A title for people, and the name of the file */
            title: string;
            /** @enum {string} */
            status: "checking" | "running" | "paused" | "completed" | "canceled" | "failed";
            paused_reason: ("user" | "invalid_rows" | "template_removed") | null;
            /** @description Why a running batch begins no further row; null: it does */
            waiting_for: components["schemas"]["BatchWaitingFor"] | null;
            template_style_version_id: string;
            /** @enum {string} */
            render: "preview" | "final";
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority: "normal" | "batch";
            /** @description Your own id, which lists can be filtered by */
            external_id: string | null;
            /** @description Your own texts, returned unchanged */
            metadata: {
                [key: string]: string;
            };
            counts: components["schemas"]["BatchCounts"];
            /** @description 0 to 100 */
            progress: number;
            /** @description Estimated seconds until the end; null while unknown */
            eta_seconds: number | null;
            /** @description Entries of a mapping of another version, and blank rows, that are left out */
            warnings: components["schemas"]["Warning"][];
            /** @description All errors */
            errors: components["schemas"]["RowFault"][];
            /** @description Number of faults after the first 100 */
            more_errors?: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            ended_at: string | null;
        };
        BatchCompleted: {
            /** @constant */
            type: "batch.completed";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["BatchCompletedData"];
        };
        BatchCompletedData: {
            batch: components["schemas"]["Batch"];
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        /** @description Number of rows by state */
        BatchCounts: {
            /** @description All rows */
            total: number;
            /** @description Rows with faults, which are not rendered */
            invalid: number;
            /** @description Rows that are rendered later */
            waiting: number;
            /** @description Rows whose session waits or renders */
            rendering: number;
            /** @description Rows with a video */
            rendered: number;
            /** @description Rows whose render has failed */
            failed: number;
            /** @description Rows whose render was canceled */
            canceled: number;
        };
        /**
         * @description Rows as CSV or JSON lines are sent as text/csv or application/x-ndjson with the options in the query, or as multipart/form-data with the parts options and file.
         * @example {
         *       "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
         *       "mapping": {
         *         "missing": "example"
         *       },
         *       "rows": [
         *         {
         *           "name": "Ana",
         *           "photo": "https://example.com/ana.jpg",
         *           "external_id": "order-42"
         *         },
         *         {
         *           "name": "Ben",
         *           "photo": "https://example.com/ben.jpg",
         *           "external_id": "order-43"
         *         }
         *       ]
         *     }
         */
        BatchCreate: {
            template_style_version_id: string;
            /** @description What a column of another name contains; null ignores the column */
            columns?: {
                [key: string]: string | null;
            };
            /** @description Entries for all rows; those of a row take precedence */
            mapping?: {
                template_style_version_id?: string;
                /** @description Entries by the name of their editable */
                resources?: {
                    [key: string]: components["schemas"]["MappingEntry"];
                };
                /** @description Audio files by the name of their editable */
                audio_tracks?: {
                    [key: string]: components["schemas"]["AudioEntry"];
                };
                /** @description Fonts by the name of the font they replace */
                font_changes?: {
                    [key: string]: components["schemas"]["FontEntry"];
                };
                /** @constant */
                missing?: "example";
            };
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description A title for people, and the name of the file */
            title?: string;
            /**
             * @description Default: final
             * @enum {string}
             */
            render?: "preview" | "final";
            /** @description The output, or a list of outputs of one render; the first is the main output */
            output?: components["schemas"]["Output"] | components["schemas"]["Output"][];
            /** @description Deliveries of the files to your stores */
            external_uploads?: components["schemas"]["ExternalUploadCreate"][];
            /** @description Your own texts, returned unchanged */
            metadata?: {
                [key: string]: string;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id?: string;
            /**
             * @description Default: batch
             * @enum {string}
             */
            priority?: "normal" | "batch";
            /**
             * @description stop (default): a batch with invalid rows pauses after its check
             * @enum {string}
             */
            invalid_rows?: "stop" | "skip";
            /** @description false: the batch pauses after its check */
            start?: boolean;
            /** @description 1 to 100,000 rows: cells by column */
            rows: {
                [key: string]: unknown;
            }[];
        };
        BatchList: {
            batches: components["schemas"]["Batch"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        BatchManifest: {
            batch: components["schemas"]["Batch"];
            rows: components["schemas"]["BatchRow"][];
        };
        BatchResponse: {
            batch: components["schemas"]["Batch"];
        };
        /**
         * @example {
         *       "rows": [
         *         {
         *           "row": 3,
         *           "values": {
         *             "name": "Ana"
         *           }
         *         }
         *       ]
         *     }
         */
        BatchRetry: {
            /** @description Default: all failed rows. Values replace cells by column */
            rows?: {
                /** @description Number of the row, from 1, without the header */
                row: number;
                values?: {
                    [key: string]: unknown;
                };
            }[];
        };
        BatchRow: {
            /** @description Number of the row, from 1, without the header */
            row: number;
            /** @enum {string} */
            state: "invalid" | "waiting" | "rendering" | "rendered" | "failed" | "canceled";
            /** @description Your own id, which lists can be filtered by */
            external_id: string | null;
            /** @description A title for people, and the name of the file */
            title: string;
            render_session_id: string | null;
            /** @description Signed URL of the video; null until it is rendered. Each GET signs it anew. */
            video_url: string | null;
            /** @description 0 to 100 */
            progress: number;
            /** @description All errors */
            errors: components["schemas"]["RowFault"][];
            /** @description With `values=true`: the cells by column; null if they are too long */
            values?: {
                [key: string]: unknown;
            } | null;
        };
        BatchRowFailed: {
            /** @constant */
            type: "batch.row.failed";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["BatchRowFailedData"];
        };
        BatchRowFailedData: {
            batch_id: string;
            /** @description Number of the row, from 1, without the header */
            row: number;
            /** @description Your own id, which lists can be filtered by */
            external_id: string | null;
            render_session_id: string | null;
            /** @description All errors */
            errors: components["schemas"]["RowFault"][];
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        BatchRowList: {
            rows: components["schemas"]["BatchRow"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
            /** @description With `values=true`: the columns that the request of the batch renamed or ignored */
            columns?: {
                [key: string]: string | null;
            };
            /** @description With `values=true`: the entries for all rows */
            mapping?: {
                template_style_version_id?: string;
                /** @description Entries by the name of their editable */
                resources?: {
                    [key: string]: components["schemas"]["MappingEntry"] | components["schemas"]["UnreadableEntry"];
                };
                /** @description Audio files by the name of their editable */
                audio_tracks?: {
                    [key: string]: components["schemas"]["AudioEntry"] | components["schemas"]["UnreadableEntry"];
                };
                /** @description Fonts by the name of the font they replace */
                font_changes?: {
                    [key: string]: components["schemas"]["FontEntry"] | components["schemas"]["UnreadableEntry"];
                };
                /** @constant */
                missing?: "example";
            };
        };
        BatchUpload: {
            /** @description The options as JSON; before the file */
            options: string;
            /**
             * Format: binary
             * @description CSV or JSON lines
             */
            file: string;
        };
        BatchWaiting: {
            /** @constant */
            type: "batch.waiting";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["BatchWaitingData"];
        };
        BatchWaitingData: {
            batch: components["schemas"]["Batch"];
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        /** @description A limit of the account, or full storage */
        BatchWaitingFor: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The error in one sentence */
            message: string;
            /** @description What to do */
            hint?: string;
            limit?: components["schemas"]["ExceededLimit"];
        };
        /** @description Whether a checkbox editable is on */
        CheckboxEntry: {
            source: {
                checkbox: boolean;
            };
            transform?: Record<string, never>;
        };
        /** @description A program that uses the API, and its maximum scope */
        Client: {
            id: string;
            name: string;
            /** @description Entries `resource[:action][:target]`, separated by spaces */
            scope: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
        };
        /**
         * @example {
         *       "name": "Shop",
         *       "scope": "render_session,template_style_version:read"
         *     }
         */
        ClientCreate: {
            name: string;
            /**
             * @description The maximum scope of its tokens. Default: everything in the account
             * @default *
             */
            scope?: string;
        };
        ClientList: {
            clients: components["schemas"]["Client"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        ClientSecretResponse: {
            client: components["schemas"]["Client"];
            /** @description Shown only now; it is not stored */
            client_secret: string;
        };
        /** @description A color: 3, 6 or 8 hex digits, such as #0a7b83 */
        ColorEntry: {
            source: {
                color: string;
            } | {
                text: string;
            };
            transform?: Record<string, never>;
        };
        /** @description A mapping compiled into its template */
        Composition: {
            /** @description Equal digests: nothing has to be drawn again */
            digest: string;
            /** @description A plain Lottie document whose text is outlines. Its images are in `files` */
            lottie: {
                [key: string]: unknown;
            };
            files: components["schemas"]["CompositionFile"][];
            video: {
                /** @description Width in pixels */
                width: number;
                /** @description Height in pixels */
                height: number;
                /** @description Frames per second */
                fps: number;
                /** @description Number of frames */
                frame_count: number;
                /** @description Length in seconds */
                duration: number;
            };
            /** @description AAC in MP4, mixed at the first request of the URL */
            audio: {
                /** @description Signed URL of the file */
                url: string;
                /** @description Length in seconds */
                duration: number;
            } | null;
            /** @description Path of the player’s engine and worker that draw the exact pixels */
            engine: string | null;
            /** @description Times of the template’s stills in seconds, by name */
            stillcuts: {
                [key: string]: number;
            };
            /** @description How each text and image fits, by editable */
            fit: {
                [key: string]: components["schemas"]["EditableFit"];
            };
            /** @description Problems that do not stop the render */
            warnings: components["schemas"]["Warning"][];
            /** @description Required editables without an entry, which show the example */
            missing_editables: string[];
        };
        /**
         * @description Entries may be missing: those editables show the template’s example
         * @example {
         *       "mapping": {
         *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
         *         "resources": {
         *           "name": {
         *             "source": {
         *               "text": "Ana"
         *             }
         *           }
         *         }
         *       }
         *     }
         */
        CompositionCreate: {
            mapping?: components["schemas"]["Mapping"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
            /** @description Instead of a mapping: the mapping of this session. An edit token needs neither: its session is meant */
            render_session_id?: string;
        };
        CompositionFile: {
            /** @description The name of the image in `lottie` */
            name: string;
            /**
             * @description `frame`: an image of a video
             * @enum {string}
             */
            kind: "image" | "frame";
            /** @description Signed, relative to the service. With `&width=480` the image is smaller; use it for frames only */
            url: string;
            /** @description Width in pixels */
            width: number;
            /** @description Height in pixels */
            height: number;
        };
        CompositionResponse: {
            composition: components["schemas"]["Composition"];
        };
        /** @description The visible part, in pixels of the source after its orientation is applied */
        CropRectangle: {
            /** @description Left edge, in pixels */
            x: number;
            /** @description Upper edge, in pixels */
            y: number;
            /** @description Width in pixels */
            width: number;
            /** @description Height in pixels */
            height: number;
        };
        /** @description A place for files, with its credentials */
        Destination: {
            id: string;
            /** @enum {string} */
            kind: "s3" | "gcs" | "azure" | "https";
            name: string;
            prefix: string;
            options: {
                [key: string]: unknown;
            };
            /** @description Identifies the credentials: key id, account or kind */
            identity: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        DestinationCreate: {
            /** @description The beginning of the `to` of an upload: s3://bucket/path, gs://bucket/path, wasbs://container@account.blob.core.windows.net/path or https://host/path. When several destinations match, the longest prefix is used. */
            prefix: string;
            name?: string;
            options?: components["schemas"]["S3Options"] | components["schemas"]["GcsOptions"] | components["schemas"]["AzureOptions"] | components["schemas"]["HttpsOptions"];
            /** @description Stored encrypted, and never returned */
            credentials: components["schemas"]["S3Credentials"] | components["schemas"]["GcsCredentials"] | components["schemas"]["AzureCredentials"] | components["schemas"]["HttpsCredentials"];
        };
        DestinationList: {
            destinations: components["schemas"]["Destination"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        DestinationResponse: {
            destination: components["schemas"]["Destination"];
        };
        DestinationTest: {
            /** @description True when files can be delivered */
            ok: boolean;
            steps: components["schemas"]["DestinationTestStep"][];
        };
        DestinationTestResponse: {
            test: components["schemas"]["DestinationTest"];
        };
        DestinationTestStep: {
            /** @enum {string} */
            step: "write" | "read" | "delete";
            ok: boolean;
            /**
             * @description Stable code of the error; docs/errors.md lists all codes
             * @enum {string}
             */
            code?: "malformed_body" | "invalid_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "precondition_failed" | "idempotency_conflict" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "queue_full" | "quota_exceeded" | "daily_limit_exceeded" | "unavailable" | "link_expired" | "range_not_satisfiable" | "editable_missing" | "editable_unknown" | "editable_wrong_type" | "text_invalid" | "color_invalid" | "control_invalid" | "url_invalid" | "upload_unknown" | "font_unknown" | "crop_invalid" | "template_version_unknown" | "template_version_not_ready" | "rows_unreadable" | "column_unknown" | "package_unreadable" | "package_too_large" | "package_path_unsafe" | "package_incomplete" | "animation_not_found" | "theme_not_found" | "theme_invalid" | "template_json_invalid" | "lottie_malformed" | "lottie_invalid" | "lottie_too_large" | "lottie_precomp_cycle" | "lottie_asset_missing" | "font_invalid" | "font_missing" | "asset_not_found" | "asset_forbidden" | "asset_unreachable" | "asset_timeout" | "asset_too_large" | "asset_not_media" | "asset_private_address" | "asset_corrupt" | "video_too_short" | "sound_too_short" | "render_failed" | "render_timeout" | "render_corrupt" | "inputs_gone" | "canceled" | "limit_exceeded" | "process_crashed" | "target_invalid" | "destination_unknown" | "delivery_denied" | "delivery_place_missing" | "delivery_exists" | "delivery_full" | "delivery_rejected" | "delivery_unreachable" | "delivery_timeout" | "delivery_corrupt" | "delivery_source_gone" | "config_invalid" | "environment_incomplete" | "storage_failed" | "secret_key_missing" | "data_dir_locked" | "internal";
            /** @description The error in one sentence */
            message?: string;
            /** @description What to do */
            hint?: string;
        };
        DestinationUpdate: {
            /** @description The beginning of the `to` of an upload: s3://bucket/path, gs://bucket/path, wasbs://container@account.blob.core.windows.net/path or https://host/path. When several destinations match, the longest prefix is used. */
            prefix?: string;
            name?: string;
            options?: components["schemas"]["S3Options"] | components["schemas"]["GcsOptions"] | components["schemas"]["AzureOptions"] | components["schemas"]["HttpsOptions"];
            /** @description Stored encrypted, and never returned */
            credentials?: components["schemas"]["S3Credentials"] | components["schemas"]["GcsCredentials"] | components["schemas"]["AzureCredentials"] | components["schemas"]["HttpsCredentials"];
        };
        /** @description A part of the template that a mapping can fill */
        Editable: {
            /** @enum {string} */
            input_type: "text" | "color" | "image" | "video" | "audio" | "font" | "number" | "checkbox" | "point" | "menu";
            /** @description A name for people */
            label: string;
            /** @description Whether a render needs an entry */
            required: boolean;
            /** @description Name of a still of the template */
            stillcut: string;
            /** @description When it is first visible, in seconds from the start */
            start: number;
            /** @description When it is last visible, in seconds from the start */
            end: number;
            /** @description The text of the template */
            example_text?: string;
            /** @description The value in the template of a number, checkbox, point or menu */
            example_value?: number | boolean | string | components["schemas"]["Point"];
            /** @description Smallest value of a number */
            min?: number;
            /** @description Largest value of a number */
            max?: number;
            /** @description Step of the slider of a number */
            step?: number;
            /** @description The options of a menu */
            options?: string[];
            /**
             * @description false: the package has no example file, so an entry is required even with missing: example
             * @constant
             */
            has_example?: false;
            /** @description The image, video or audio file of the package that the editable shows or plays */
            example_url?: string;
            /** @description Fonts of the text */
            fonts?: string[];
            /** @description Width in pixels */
            width?: number;
            /** @description Height in pixels */
            height?: number;
            /** @description How an image or video fills its area if a mapping does not say it */
            default_transform?: {
                /** @enum {string} */
                crop_strategy?: "cover" | "contain" | "fill" | "smart";
                /** @description The point that stays visible: 0 is the left edge, 1 the right edge */
                focal_x?: number;
                /** @description The point that stays visible: 0 is the upper edge, 1 the lower edge */
                focal_y?: number;
                /** @description Color of the bars, with contain */
                background?: string;
            };
            /** @description How long an audio or video editable plays, in seconds */
            duration?: number;
            /** @description Volume of an audio editable: 1 is unchanged */
            volume?: number;
            /** @description Maximum number of characters */
            max_length?: number;
            /** @description Whether the text may have several lines */
            multiline?: boolean;
            /** @description Minimum size of the letters, in pixels of the template */
            min_font_size?: number;
            /** @description Maximum number of lines */
            max_lines?: number;
            /** @description Maximum width of the text, in pixels of the template */
            max_width?: number;
            /** @description Size of the text box, in pixels of the template */
            box?: {
                /** @description Width in pixels */
                width: number;
                /** @description Height in pixels */
                height: number;
            };
            room?: {
                /** @description Width in pixels */
                width: number;
                /** @description Height in pixels */
                height: number;
            };
        };
        /** @description How a text fits, or which part of an image shows */
        EditableFit: {
            /** @description Size of the text: 1 is the size of the template */
            font_scale?: number;
            /** @description Number of lines of the text */
            lines?: number;
            /** @description Whether the text is larger than its box, or the frame, a mask, a matte or the edge of a composition always hides a part of it */
            overflow?: boolean;
            word_broken?: boolean;
            missing_glyphs?: string[];
            fallback_fonts?: string[];
            /** @description Whether the fallback fonts draw all of the text */
            font_replaced?: boolean;
            crop?: components["schemas"]["CropRectangle"];
        };
        /** @description Corners in pixels of the video */
        EditablePlace: {
            /** @description Name of the editable */
            editable: string;
            corners: number[][];
        };
        EditToken: {
            /** @description A token that reads and changes this session; returned only here */
            edit_token: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string;
        };
        /** @description The limit of the account that the request exceeds */
        ExceededLimit: {
            /** @enum {string} */
            name: "queued_sessions" | "frames_per_day" | "stored_bytes" | "unfinished_batches" | "edit_stored_bytes";
            /** @description Maximum number of entries */
            limit: number;
            /** @description How much of the limit is in use */
            used: number;
            /** @description The part of the limit that the request needs; absent: one */
            requested?: number;
            /** @description The earliest time at which the request may succeed; null: unknown */
            frees_at: string | null;
        };
        /** @description The delivery of a file to a store */
        ExternalUpload: {
            id: string;
            /** @description Target of the file */
            to: string;
            /** @description Name of the file: video, video_2, poster or thumbnail_01 */
            file: string;
            render: ("preview" | "final") | null;
            /** @enum {string} */
            status: "waiting" | "pending" | "uploading" | "retrying" | "complete" | "failed" | "canceled";
            /** @description Number of attempts */
            attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            next_attempt_at: string | null;
            /** @description Where the store keeps the file */
            remote_id: string | null;
            /** @description Size in bytes */
            bytes: number | null;
            /** @description MD5 of the file as the store reports it */
            md5: string | null;
            /** @description The id of the version of the object in the store */
            version: string | null;
            error: components["schemas"]["Fault"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            ended_at: string | null;
        };
        /**
         * @example {
         *       "to": "s3://videos/{external_id}.{ext}"
         *     }
         */
        ExternalUploadCreate: {
            /** @description The target of the file. The placeholders {id}, {title}, {external_id}, {metadata.<key>} and {ext} are replaced. With / at the end it is a folder. */
            to: string;
            /** @description Default: video. thumbnails is one upload for each thumbnail, numbered by {index}. */
            file?: string;
            /**
             * @description The render after which the file is sent. Default: after each render
             * @enum {string}
             */
            render?: "preview" | "final";
            /** @description Media type */
            content_type?: string;
            cache_control?: string;
            /** @description Whether to replace an existing object. Default: true */
            overwrite?: boolean;
        };
        /** @description One error */
        Fault: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The error in one sentence */
            message: string;
            /** @description JSON Pointer into the request */
            pointer?: string;
            /** @description Name of the editable */
            editable?: string;
            /** @description Signed URL of the file */
            url?: string;
            /** @description The layer of the template */
            layer_path?: string;
            /** @description What to do */
            hint?: string;
            /** @description true: the same request may succeed later */
            retryable: boolean;
        };
        /** @description Equal warnings of the import, with advice */
        Finding: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The message of the first warning */
            message: string;
            /** @description Number of entries */
            count: number;
            /** @description The first ten layers */
            layer_paths: string[];
            /** @description What to do */
            hint: string | null;
            /** @description When the first layer shows, in seconds */
            start?: number;
            /** @description When the last layer ends, in seconds */
            end?: number;
            /** @description `players`: the video looks different from Lottie players. `design`: Lottie players differ from the design too. `null`: the warning is not about the look */
            differs_from: ("players" | "design") | null;
            /** @description The effect on the video */
            viewer: string;
            /** @description How to mend it in the tool of the designer */
            remedies: {
                after_effects: string;
                figma: string;
                lottie_creator: string;
            };
        };
        /** @description How a mapping fits a version */
        FitReport: {
            valid: boolean;
            /** @description All errors */
            errors: components["schemas"]["Fault"][];
            /** @description Number of faults after the first 100 */
            more_errors?: number;
            /** @description Problems that do not stop the render */
            warnings: components["schemas"]["Warning"][];
            /** @description How each text and image fits, by editable */
            fit: {
                [key: string]: components["schemas"]["EditableFit"];
            };
            mapping_id: string;
            template_style_version_id: string;
            /** @description Editables with an entry that this version does not have */
            ignored_editables: string[];
            /** @description Required editables of this version without an entry */
            missing_editables: string[];
        };
        FitReportResponse: {
            fit_report: components["schemas"]["FitReport"];
        };
        /** @description A font file, or a font of the template */
        FontEntry: {
            source: {
                /** @description http or https URL of the file */
                remote_url?: string;
                /** @description The id of an upload */
                upload_id?: string;
                /** @description The name of a font of the template */
                font_name?: string;
            };
        };
        GcsCredentials: {
            service_account: components["schemas"]["GoogleServiceAccount"];
        };
        GcsOptions: {
            cache_control?: string;
            /** Format: uri */
            endpoint?: string;
            /** @enum {string} */
            acl?: "authenticatedRead" | "bucketOwnerFullControl" | "bucketOwnerRead" | "private" | "projectPrivate" | "publicRead";
            storage_class?: string & (unknown & unknown);
            kms_key_name?: string;
            user_project?: string;
        };
        GoogleServiceAccount: {
            /** @constant */
            type: "service_account";
            client_email: string;
            private_key: string;
            private_key_id?: string;
            project_id?: string;
            /** Format: uri */
            token_uri?: string;
        } & {
            [key: string]: unknown;
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        HttpsCredentials: {
            headers: {
                [key: string]: string;
            };
        };
        HttpsOptions: {
            cache_control?: string;
        };
        /** @description An image, and the part of it that is shown */
        ImageEntry: {
            source: {
                /** @description http or https URL of the file */
                remote_url?: string;
                /** @description The id of an upload */
                upload_id?: string;
            };
            transform?: components["schemas"]["ImageTransform"];
        };
        ImageTransform: {
            /** @enum {string} */
            crop_strategy?: "cover" | "contain" | "fill" | "manual" | "smart";
            /** @description The point that stays visible: 0 is the left edge, 1 the right edge */
            focal_x?: number;
            /** @description The point that stays visible: 0 is the upper edge, 1 the lower edge */
            focal_y?: number;
            /** @description Color of the bars, with contain */
            background?: string;
            /** @description Left edge of the visible part, in pixels of the upright source */
            crop_x?: number;
            /** @description Upper edge of the visible part, in pixels of the upright source */
            crop_y?: number;
            /** @description Width of the visible part, in pixels of the upright source */
            crop_width?: number;
            /** @description Height of the visible part, in pixels of the upright source */
            crop_height?: number;
        };
        /** @description The version that was uploaded last, also if its import failed */
        LatestVersion: {
            id: string;
            /** @enum {string} */
            status: "processing" | "demo_rendering" | "edit_ready" | "failed";
            /** @description The first error of its import report */
            error: {
                /** @description Stable code of the error; docs/errors.md lists all codes */
                code: string;
                /** @description The error in one sentence */
                message: string;
                /** @description What to do */
                hint: string | null;
            } | null;
        } | null;
        Loudness: {
            /** @description Integrated loudness in LUFS */
            integrated_lufs: number | null;
            /** @description Loudness range in LU */
            range_lu: number | null;
            /** @description True peak in dBTP */
            true_peak_dbtp: number | null;
            limited: boolean;
        };
        /** @description Entries by editable name; the specs of the version list the editables */
        Mapping: {
            template_style_version_id: string;
            /** @description Entries by the name of their editable */
            resources: {
                [key: string]: components["schemas"]["MappingEntry"];
            };
            /** @description Audio files by the name of their editable */
            audio_tracks?: {
                [key: string]: components["schemas"]["AudioEntry"];
            };
            /** @description Fonts by the name of the font they replace */
            font_changes?: {
                [key: string]: components["schemas"]["FontEntry"];
            };
            /** @constant */
            missing?: "example";
        };
        /**
         * @description The same as in a render session, but entries may be missing
         * @example {
         *       "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
         *       "resources": {
         *         "name": {
         *           "source": {
         *             "text": "Ana"
         *           }
         *         }
         *       }
         *     }
         */
        MappingCreate: {
            template_style_version_id: string;
            /** @description Entries by the name of their editable */
            resources?: {
                [key: string]: components["schemas"]["MappingEntry"];
            };
            /** @description Audio files by the name of their editable */
            audio_tracks?: {
                [key: string]: components["schemas"]["AudioEntry"];
            };
            /** @description Fonts by the name of the font they replace */
            font_changes?: {
                [key: string]: components["schemas"]["FontEntry"];
            };
            /** @constant */
            missing?: "example";
        };
        /** @description The content of an editable, in the form of its `input_type` */
        MappingEntry: components["schemas"]["TextEntry"] | components["schemas"]["ColorEntry"] | components["schemas"]["ImageEntry"] | components["schemas"]["VideoEntry"] | components["schemas"]["FontEntry"] | components["schemas"]["NumberEntry"] | components["schemas"]["CheckboxEntry"] | components["schemas"]["PointEntry"] | components["schemas"]["MenuEntry"];
        MappingList: {
            mappings: components["schemas"]["StoredMappingSummary"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        /**
         * @description Entries to set, by name; null removes an entry
         * @example {
         *       "resources": {
         *         "name": {
         *           "source": {
         *             "text": "Max"
         *           }
         *         },
         *         "photo": null
         *       }
         *     }
         */
        MappingPatch: {
            template_style_version_id?: string;
            /** @description Entries by the name of their editable */
            resources?: {
                [key: string]: components["schemas"]["MappingEntry"] | null;
            };
            /** @description Audio files by the name of their editable */
            audio_tracks?: {
                [key: string]: components["schemas"]["AudioEntry"] | null;
            };
            /** @description Fonts by the name of the font they replace */
            font_changes?: {
                [key: string]: components["schemas"]["FontEntry"] | null;
            };
            missing?: "example" | null;
        };
        /** @description Replaces the whole mapping; only possible for a draft */
        MappingReplacement: {
            template_style_version_id: string;
            /** @description Entries by the name of their editable */
            resources: {
                [key: string]: components["schemas"]["MappingEntry"];
            };
            /** @description Audio files by the name of their editable */
            audio_tracks?: {
                [key: string]: components["schemas"]["AudioEntry"];
            };
            /** @description Fonts by the name of the font they replace */
            font_changes?: {
                [key: string]: components["schemas"]["FontEntry"];
            };
            /** @constant */
            missing?: "example";
            id?: string;
        };
        MappingResponse: {
            mapping: components["schemas"]["StoredMapping"];
        };
        /** @description A JSON Schema (2020-12) */
        MappingSchema: {
            $schema: string;
            properties: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "mapping": {
         *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
         *         "resources": {
         *           "name": {
         *             "source": {
         *               "text": "Ana"
         *             }
         *           }
         *         }
         *       }
         *     }
         */
        MappingValidate: {
            mapping?: components["schemas"]["Mapping"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
        };
        /** @description The result of a check */
        MappingValidation: {
            valid: boolean;
            /** @description All errors */
            errors: components["schemas"]["Fault"][];
            /** @description Number of faults after the first 100 */
            more_errors?: number;
            /** @description Problems that do not stop the render */
            warnings: components["schemas"]["Warning"][];
            /** @description How each text and image fits, by editable */
            fit: {
                [key: string]: components["schemas"]["EditableFit"];
            };
        };
        /**
         * @description The answer to a JSON-RPC request
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "result": {
         *         "tools": []
         *       }
         *     }
         */
        McpAnswer: {
            /** @constant */
            jsonrpc: "2.0";
            /** @description The id of the request */
            id: string | number | null;
            /** @description As MCP defines for the method */
            result?: {
                [key: string]: unknown;
            };
            error?: {
                /** @description Stable code of the error; docs/errors.md lists all codes */
                code: number;
                /** @description The error in one sentence */
                message: string;
                data?: unknown;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description An error of JSON-RPC
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": null,
         *       "error": {
         *         "code": -32600,
         *         "message": "Invalid Request"
         *       }
         *     }
         */
        McpError: {
            /** @constant */
            jsonrpc: "2.0";
            /** @description The id of the request; null if it could not be read */
            id: string | number | null;
            error: {
                /** @description Stable code of the error; docs/errors.md lists all codes */
                code: number;
                /** @description The error in one sentence */
                message: string;
                data?: unknown;
            } & {
                [key: string]: unknown;
            };
        };
        /**
         * @description A JSON-RPC message
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "method": "tools/list"
         *     }
         */
        McpMessage: {
            /** @constant */
            jsonrpc: "2.0";
            method?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The label of an option, or its position from 1 */
        MenuEntry: {
            source: {
                menu: string | number;
            };
            transform?: Record<string, never>;
        };
        /** @description The value of a number editable */
        NumberEntry: {
            source: {
                /** @description In the unit of the property, such as percent, degrees or pixels. */
                number: number;
            };
            transform?: Record<string, never>;
        };
        /** @description An error as in RFC 6749, 5.2 */
        OAuthError: {
            /** @enum {string} */
            error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
            error_description: string;
        };
        /**
         * @example {
         *       "openapi": "3.1.0"
         *     }
         */
        OpenApiDocument: {
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Format, size and quality of a file */
        Output: {
            /**
             * @description Default: mp4. png and jpeg give a ZIP with an image for each frame.
             * @enum {string}
             */
            format?: "mp4" | "webm" | "mov" | "gif" | "png" | "jpeg";
            /**
             * @description In mp4: h264 (default), hevc or av1. Other formats have one codec each.
             * @enum {string}
             */
            codec?: "h264" | "hevc" | "av1" | "vp9" | "prores" | "gif" | "png" | "jpeg";
            /** @description Width in pixels */
            width?: number;
            /** @description Default: calculated from the width, with the same aspect ratio */
            height?: number;
            /** @description Frames per second */
            fps?: number;
            /**
             * @description Default: standard for a preview, high for a final
             * @enum {string}
             */
            quality?: "draft" | "standard" | "high";
        };
        OutputFile: {
            /** @description The name in external_uploads: video, video_2 … */
            file: string;
            /** @description File format */
            format: string;
            codec: string;
            /** @description Width in pixels */
            width: number;
            /** @description Height in pixels */
            height: number;
            /** @description Frames per second */
            fps: number;
            /** @description Length in seconds */
            duration: number;
            /** @description Size in bytes */
            bytes: number;
            /** @description SHA-256 of the file, in lowercase hex */
            sha256: string;
            /** @description Signed URL of the file */
            url: string;
        };
        /**
         * @example {
         *       "places": [
         *         {
         *           "editable": "name",
         *           "corners": [
         *             [
         *               120,
         *               80
         *             ],
         *             [
         *               520,
         *               80
         *             ],
         *             [
         *               520,
         *               160
         *             ],
         *             [
         *               120,
         *               160
         *             ]
         *           ]
         *         }
         *       ]
         *     }
         */
        PlacesResponse: {
            places: components["schemas"]["EditablePlace"][];
        };
        Point: {
            /** @description Pixels from the left. */
            x: number;
            /** @description Pixels from the top. */
            y: number;
        };
        /** @description A point in pixels, or in the units of its property */
        PointEntry: {
            source: {
                point: {
                    /** @description Pixels from the left edge of the layer or composition. */
                    x: number;
                    /** @description Pixels from the top edge of the layer or composition. */
                    y: number;
                };
            };
            transform?: Record<string, never>;
        };
        /** @description The output of the preview, so that it is small and fast */
        PreviewSettings: {
            /** @description Width of all outputs that are wider; the aspect ratio stays */
            width?: number;
            /**
             * @description Default: that of the output
             * @enum {string}
             */
            quality?: "draft" | "standard" | "high";
        };
        /**
         * @description Problem details (RFC 9457) with all faults of the request
         * @example {
         *       "type": "urn:framepress:error:editable_missing",
         *       "title": "Invalid request",
         *       "status": 422,
         *       "code": "editable_missing",
         *       "detail": "Expected an entry for /mapping/resources/name but received none.",
         *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
         *       "errors": [
         *         {
         *           "code": "editable_missing",
         *           "message": "Expected an entry for /mapping/resources/name but received none.",
         *           "pointer": "/mapping/resources/name",
         *           "editable": "name",
         *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
         *           "retryable": false
         *         }
         *       ]
         *     }
         */
        Problem: {
            /** @description `urn:framepress:error:` and the code */
            type: string;
            /** @description The status in words */
            title: string;
            /** @description The HTTP status */
            status: number;
            /** @description The code of the first error */
            code: string;
            /** @description The first error, in one sentence */
            detail: string;
            /** @description The value of X-Request-Id. The log of the service contains it. */
            request_id: string;
            /** @description All errors of the request */
            errors: components["schemas"]["Fault"][];
            /** @description With `precondition_failed`: the current revision of the resource */
            revision?: number;
            /** @description Number of faults after the first 100 */
            more_errors?: number;
            limit?: components["schemas"]["ExceededLimit"];
            /** @description Of the studio: whether people sign in with OpenID Connect */
            sign_in?: {
                openid: boolean;
            };
        };
        /**
         * @description The open work of the whole service
         * @example {
         *       "unfinished": 9,
         *       "oldest_render_seconds": 12.5,
         *       "queued": 7,
         *       "running": 2,
         *       "oldest_seconds": 12.5,
         *       "rate_per_minute": 31.2,
         *       "work": [
         *         {
         *           "kind": "session",
         *           "priority": "final",
         *           "queued": 7,
         *           "running": 2,
         *           "oldest_seconds": 12.5,
         *           "rate_per_minute": 31.2
         *         }
         *       ]
         *     }
         */
        Queue: {
            /** @description Jobs that wait or run */
            unfinished: number;
            /** @description Age of the oldest session, segment or import that waits, to choose a number of workers; 0: none */
            oldest_render_seconds: number;
            /** @description Jobs that wait */
            queued: number;
            /** @description Jobs that run */
            running: number;
            /** @description Age of the oldest job that waits; 0: none */
            oldest_seconds: number;
            /** @description Jobs that ended in a minute, on average of the last five minutes */
            rate_per_minute: number;
            /** @description The same by kind and priority */
            work: components["schemas"]["QueuedWork"][];
        };
        QueuedWork: {
            /** @enum {string} */
            kind: "session" | "segment" | "import" | "upload" | "batch_row";
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority: "preview" | "final" | "batch";
            /** @description Jobs that wait */
            queued: number;
            /** @description Jobs that run */
            running: number;
            /** @description Age of the oldest job that waits; 0: none */
            oldest_seconds: number;
            /** @description Jobs that ended in a minute, on average of the last five minutes */
            rate_per_minute: number;
        };
        QueueResponse: {
            queue: components["schemas"]["Queue"];
        };
        Readiness: {
            /** @enum {string} */
            status: "ok" | "unavailable";
            /**
             * @description The state of each part: `ok`, or a description of the failure
             * @example {
             *       "database": "ok",
             *       "storage": "ok",
             *       "encoder": "ok"
             *     }
             */
            parts: {
                [key: string]: string;
            };
        };
        Receipt: {
            template: {
                template_style_version_id: string;
                /** @description SHA-256 of the file, in lowercase hex */
                sha256: string;
                /** @description Version of the importer. Not in receipts of earlier versions */
                importer_version?: number;
            };
            /** @description SHA-256 of the mapping */
            mapping: string;
            /** @description SHA-256 of each file, by its place in the mapping */
            media: {
                [key: string]: string;
            };
            /** @description Names of fonts */
            fonts: {
                name: string;
                /** @description SHA-256 of the file, in lowercase hex */
                sha256: string;
            }[];
            /** @description Missing in receipts of earlier versions of Framepress */
            settings?: {
                /** @description Loudness target in LUFS; null: unchanged */
                loudness_target_lufs: number | null;
                /** @description SHA-256 of each file */
                outputs: {
                    [key: string]: components["schemas"]["ReceiptOutput"];
                };
            };
            /** @description Versions of the programs that made the video */
            engine: {
                [key: string]: string | number;
            };
            /** @description SHA-256 of each file */
            outputs: {
                [key: string]: string;
            };
        };
        ReceiptOutput: {
            /** @description File format */
            format: string;
            codec: string;
            /** @description Width in pixels */
            width: number;
            /** @description Height in pixels */
            height: number;
            /** @description Frames per second */
            fps: number;
            /** @description Higher quality takes more time and bytes */
            quality: string;
            encoder: string;
        };
        /**
         * @example {
         *       "name": "Birthday"
         *     }
         */
        Rename: {
            name: string;
        };
        /** @description A mapping and its renders */
        RenderSession: {
            id: string;
            /** @description A title for people, and the name of the file */
            title: string;
            template_style_version_id: string;
            /** @description The render that was started last; null for a draft */
            render: ("preview" | "final") | null;
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority: "normal" | "batch";
            /** @description The output of the preview where it differs from that of the final */
            preview: components["schemas"]["SessionPreview"] | null;
            /** @description Required editables of a draft without an entry. The start needs them. */
            missing_editables: string[];
            /** @enum {string} */
            status: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
            /** @description 0 to 100; 100 only when the render is complete */
            render_progress: number;
            /** @description Signed URLs of images */
            thumbnails: string[];
            /** @description Signed URL of the video; null until it is rendered. Each GET signs it anew. */
            video_url: string | null;
            /** @description All errors */
            errors: components["schemas"]["Fault"][];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
            /** @description Grows with each change of title, mapping or output; also in `ETag` */
            revision?: number;
            mapping: components["schemas"]["SessionMapping"];
            /** @description Audio files by the name of their editable */
            audio_tracks: {
                [key: string]: components["schemas"]["AudioEntry"] | components["schemas"]["UnreadableEntry"];
            };
            /** @description Fonts by the name of the font they replace */
            font_changes: {
                [key: string]: components["schemas"]["FontEntry"] | components["schemas"]["UnreadableEntry"];
            };
            /** @description The fetched files of the mapping, once the render has begun */
            source_uploads: components["schemas"]["SourceUpload"][];
            /** @description Names of fonts */
            fonts: components["schemas"]["SessionFont"][];
            /** @description The current step: queued, fetching, composing, rendering, assembling, delivering or done */
            phase: string;
            /** @description Position among the sessions of the account: 1 renders next; null when not waiting */
            queue_position: number | null;
            /** @description Estimated seconds until the render ends; null while unknown */
            eta_seconds: number | null;
            /** @description Length in seconds */
            duration: number | null;
            /** @description Width in pixels */
            width: number | null;
            /** @description Height in pixels */
            height: number | null;
            /** @description Frames per second */
            fps: number | null;
            /** @description Loudness of the finished audio (EBU R128); null without audio */
            loudness: components["schemas"]["Loudness"] | null;
            outputs: components["schemas"]["OutputFile"][];
            /** @description Signed URL of the poster image */
            poster_url: string | null;
            /** @description HLS playlist. It can be played as soon as the first seconds are rendered. */
            hls_url: string | null;
            /** @description Problems that do not stop the render */
            warnings: components["schemas"]["Warning"][];
            /** @description How each text and image fits, by editable */
            fit: {
                [key: string]: components["schemas"]["EditableFit"];
            };
            /** @description Deliveries of the files to your stores */
            external_uploads: components["schemas"]["ExternalUpload"][];
            /** @description Your own texts, returned unchanged */
            metadata: {
                [key: string]: string;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id: string | null;
            /** @description The batch that made the session; null for any other session */
            batch_id: string | null;
            /** @description The row of the batch, counted from 1 */
            batch_row: number | null;
            /** @description Seconds of each phase */
            timings: {
                [key: string]: number;
            };
            /** @description SHA-256 of all inputs that determine the files, and of the files */
            receipt: components["schemas"]["Receipt"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string | null;
        };
        /**
         * @description Fields of the new session. Title, mapping, output, preview, priority and metadata come from the original if they are absent.
         * @example {
         *       "title": "For Max",
         *       "mapping_changes": {
         *         "resources": {
         *           "name": {
         *             "source": {
         *               "text": "Max"
         *             }
         *           }
         *         }
         *       },
         *       "render": "final"
         *     }
         */
        RenderSessionCopy: {
            /** @description A title for people, and the name of the file */
            title?: string;
            /** @enum {string} */
            render?: "preview" | "final";
            mapping?: components["schemas"]["Mapping"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
            /** @description The output, or a list of outputs of one render; the first is the main output */
            output?: components["schemas"]["Output"] | components["schemas"]["Output"][];
            preview?: components["schemas"]["PreviewSettings"];
            /** @description Deliveries of the files to your stores */
            external_uploads?: components["schemas"]["ExternalUploadCreate"][];
            /** @description true: the response contains a token for this session only, for use in a browser */
            edit_token?: boolean;
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority?: "normal" | "batch";
            /** @description Your own texts, returned unchanged */
            metadata?: {
                [key: string]: string;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id?: string;
            /** @description Receives the events of this session, in addition to the webhook endpoints */
            webhook_url?: string;
            /** @description Signs the requests to webhook_url. Default: a new secret, which the response contains */
            webhook_secret?: string;
            mapping_changes?: components["schemas"]["MappingPatch"];
        };
        /**
         * @example {
         *       "title": "For Ana",
         *       "render": "preview",
         *       "mapping": {
         *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
         *         "resources": {
         *           "name": {
         *             "source": {
         *               "text": "Ana"
         *             }
         *           },
         *           "photo": {
         *             "source": {
         *               "remote_url": "https://example.com/ana.jpg"
         *             }
         *           }
         *         }
         *       },
         *       "output": {
         *         "width": 1280,
         *         "quality": "standard"
         *       },
         *       "external_id": "order-42",
         *       "metadata": {
         *         "customer": "1042"
         *       }
         *     }
         */
        RenderSessionCreate: {
            /** @description A title for people, and the name of the file */
            title: string;
            /** @enum {string} */
            render?: "preview" | "final";
            mapping?: components["schemas"]["Mapping"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
            /** @description The output, or a list of outputs of one render; the first is the main output */
            output?: components["schemas"]["Output"] | components["schemas"]["Output"][];
            preview?: components["schemas"]["PreviewSettings"];
            /** @description Deliveries of the files to your stores */
            external_uploads?: components["schemas"]["ExternalUploadCreate"][];
            /** @description true: the response contains a token for this session only, for use in a browser */
            edit_token?: boolean;
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority?: "normal" | "batch";
            /** @description Your own texts, returned unchanged */
            metadata?: {
                [key: string]: string;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id?: string;
            /** @description Receives the events of this session, in addition to the webhook endpoints */
            webhook_url?: string;
            /** @description Signs the requests to webhook_url. Default: a new secret, which the response contains */
            webhook_secret?: string;
        };
        RenderSessionCreated: {
            render_session: components["schemas"]["RenderSession"];
            /** @description A token that reads and changes this session; returned only here */
            edit_token?: string;
            /** @description The new secret for webhook_url; returned only here */
            webhook_secret?: string;
        };
        /**
         * @example {
         *       "external_uploads": [
         *         "xup_2fGhT8"
         *       ]
         *     }
         */
        RenderSessionDeliver: {
            /** @description The ids of the deliveries. Default: all that can be started again */
            external_uploads?: string[];
        };
        RenderSessionExternalUploadCanceled: {
            /** @constant */
            type: "render_session.external_upload.canceled";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["RenderSessionExternalUploadCanceledData"];
        };
        RenderSessionExternalUploadCanceledData: {
            render_session_id: string;
            external_upload_id: string;
            render: ("preview" | "final") | null;
            /** @description Name of the file: video, video_2, poster or thumbnail_01 */
            file: string;
            /** @description Target of the file */
            to: string;
            /** @description Where the store keeps the file */
            remote_id: string | null;
            /** @description The error of the last attempt */
            error: components["schemas"]["Fault"] | null;
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        RenderSessionExternalUploadComplete: {
            /** @constant */
            type: "render_session.external_upload.complete";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["RenderSessionExternalUploadCompleteData"];
        };
        RenderSessionExternalUploadCompleteData: {
            render_session_id: string;
            external_upload_id: string;
            render: ("preview" | "final") | null;
            /** @description Name of the file: video, video_2, poster or thumbnail_01 */
            file: string;
            /** @description Target of the file */
            to: string;
            /** @description Where the store keeps the file */
            remote_id: string | null;
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        RenderSessionExternalUploadFailed: {
            /** @constant */
            type: "render_session.external_upload.failed";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["RenderSessionExternalUploadFailedData"];
        };
        RenderSessionExternalUploadFailedData: {
            render_session_id: string;
            external_upload_id: string;
            render: ("preview" | "final") | null;
            /** @description Name of the file: video, video_2, poster or thumbnail_01 */
            file: string;
            /** @description Target of the file */
            to: string;
            /** @description Where the store keeps the file */
            remote_id: string | null;
            /** @description The error of the last attempt */
            error: components["schemas"]["Fault"] | null;
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        RenderSessionList: {
            render_sessions: components["schemas"]["RenderSessionSummary"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        RenderSessionResponse: {
            render_session: components["schemas"]["RenderSession"];
        };
        RenderSessionStart: {
            /** @enum {string} */
            render: "preview" | "final";
        };
        RenderSessionStatusChanged: {
            /** @constant */
            type: "render_session.status.changed";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["RenderSessionStatusChangedData"];
        };
        RenderSessionStatusChangedData: {
            render_session: components["schemas"]["RenderSession"];
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        /** @description GET /v2/render_sessions/:id returns all fields. `errors` contains the first ten, `missing_editables` the first hundred. */
        RenderSessionSummary: {
            id: string;
            /** @description A title for people, and the name of the file */
            title: string;
            template_style_version_id: string;
            /** @description The render that was started last; null for a draft */
            render: ("preview" | "final") | null;
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority: "normal" | "batch";
            /** @description The output of the preview where it differs from that of the final */
            preview: components["schemas"]["SessionPreview"] | null;
            /** @description Required editables of a draft without an entry. The start needs them. */
            missing_editables: string[];
            /** @enum {string} */
            status: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
            /** @description 0 to 100; 100 only when the render is complete */
            render_progress: number;
            /** @description Signed URLs of images */
            thumbnails: string[];
            /** @description Signed URL of the video; null until it is rendered. Each GET signs it anew. */
            video_url: string | null;
            /** @description All errors */
            errors: components["schemas"]["Fault"][];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
            /** @description Grows with each change of title, mapping or output; also in `ETag` */
            revision?: number;
            /** @description The current step: queued, fetching, composing, rendering, assembling, delivering or done */
            phase: string;
            /** @description Position among the sessions of the account: 1 renders next; null when not waiting */
            queue_position: number | null;
            /** @description Estimated seconds until the render ends; null while unknown */
            eta_seconds: number | null;
            /** @description Length in seconds */
            duration: number | null;
            /** @description Width in pixels */
            width: number | null;
            /** @description Height in pixels */
            height: number | null;
            /** @description Frames per second */
            fps: number | null;
            /** @description Signed URL of the poster image */
            poster_url: string | null;
            /** @description HLS playlist. It can be played as soon as the first seconds are rendered. */
            hls_url: string | null;
            /** @description Your own texts, returned unchanged */
            metadata: {
                [key: string]: string;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id: string | null;
            /** @description The batch that made the session; null for any other session */
            batch_id: string | null;
            /** @description The row of the batch, counted from 1 */
            batch_row: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string | null;
            mapping_id: string;
        };
        /**
         * @description Every session accepts `title`, `metadata` and `external_id`; a draft accepts all fields.
         * @example {
         *       "title": "For Max",
         *       "mapping_changes": {
         *         "resources": {
         *           "name": {
         *             "source": {
         *               "text": "Max"
         *             }
         *           }
         *         }
         *       }
         *     }
         */
        RenderSessionUpdate: {
            /** @description A title for people, and the name of the file */
            title?: string;
            /** @description Entries to set; null removes an entry */
            metadata?: {
                [key: string]: string | null;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id?: string | null;
            mapping?: components["schemas"]["MappingReplacement"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
            mapping_changes?: components["schemas"]["MappingPatch"];
            /** @description null: the size and rate of the template */
            output?: (components["schemas"]["Output"] | components["schemas"]["Output"][]) | null;
            preview?: components["schemas"]["PreviewSettings"] | null;
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority?: "normal" | "batch";
            /** @description Deliveries of the files to your stores */
            external_uploads?: components["schemas"]["ExternalUploadCreate"][];
        };
        /** @description An error or a warning of the import */
        ReportEntry: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The error in one sentence */
            message: string;
            /** @description The layer of the template */
            layer_path: string | null;
            /** @description What to do */
            hint: string | null;
            /** @description When the layer shows first, in seconds */
            start?: number;
            /** @description When the layer shows last, in seconds */
            end?: number;
        };
        RowFault: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The error in one sentence */
            message: string;
            /** @description JSON Pointer into the request */
            pointer?: string;
            /** @description Name of the editable */
            editable?: string;
            /** @description Signed URL of the file */
            url?: string;
            /** @description The layer of the template */
            layer_path?: string;
            /** @description What to do */
            hint?: string;
            /** @description true: the same request may succeed later */
            retryable: boolean;
            /** @description From 1; null for a fault of the whole file */
            row: number | null;
            column: string | null;
        };
        S3Credentials: {
            access_key_id: string;
            secret_access_key: string;
            session_token?: string;
        };
        S3Options: {
            cache_control?: string;
            /** Format: uri */
            endpoint?: string;
            region?: string & (unknown & unknown);
            path_style?: boolean;
            /** @enum {string} */
            sse?: "AES256" | "aws:kms" | "aws:kms:dsse";
            sse_kms_key_id?: string;
            /** @enum {string} */
            acl?: "private" | "public-read" | "public-read-write" | "authenticated-read" | "aws-exec-read" | "bucket-owner-read" | "bucket-owner-full-control";
            storage_class?: string & (unknown & unknown);
        };
        /** @description A font that the video uses */
        SessionFont: {
            /** @description The name in the template */
            name: string;
            /** @description Font family */
            family: string;
            /**
             * @description Where the font comes from
             * @enum {string}
             */
            from: "template" | "font_changes" | "account" | "fallback";
            /** @description SHA-256 of the font */
            digest: string;
        };
        SessionMapping: {
            id: string;
            template_style_version_id: string;
            /** @description Entries by the name of their editable */
            resources: {
                [key: string]: components["schemas"]["MappingEntry"] | components["schemas"]["UnreadableEntry"];
            };
        } & {
            [key: string]: unknown;
        };
        SessionPreview: {
            /** @description Width in pixels */
            width?: number;
            /** @description Higher quality takes more time and bytes */
            quality?: string;
        };
        /** @description A fetched file */
        SourceUpload: {
            /** @description Name of the editable */
            editable?: string;
            /** @description Instead of `editable`: the entry of font_changes */
            font?: string;
            /** @description `null` when its encryption key is lost */
            remote_url?: string | null;
            /** @description The id of an upload */
            upload_id?: string;
            /** @description Media type */
            content_type: string;
            /** @description Size in bytes */
            bytes: number;
            /** @description SHA-256 of the file, in lowercase hex */
            sha256: string;
        } & {
            [key: string]: unknown;
        };
        SpecsResponse: {
            style_version: components["schemas"]["StyleVersionSpecs"];
            limits: {
                /** @description Maximum size of an uploaded file */
                upload_bytes: number;
            };
        };
        /**
         * @description Exactly one of `at` and `stillcut`
         * @example {
         *       "mapping": {
         *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
         *         "resources": {
         *           "name": {
         *             "source": {
         *               "text": "Ana"
         *             }
         *           }
         *         }
         *       },
         *       "at": 1.5,
         *       "width": 640,
         *       "format": "webp"
         *     }
         */
        StillCreate: {
            mapping?: components["schemas"]["Mapping"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
            /** @description Seconds from the start */
            at?: number;
            /** @description Name of a still of the template */
            stillcut?: string;
            /** @description Width in pixels */
            width?: number;
            /**
             * @description File format
             * @default png
             * @enum {string}
             */
            format?: "png" | "jpeg" | "webp";
        };
        /** @description A mapping that does not belong to a session */
        StoredMapping: {
            id: string;
            template_style_version_id: string;
            /** @description Entries by the name of their editable */
            resources: {
                [key: string]: components["schemas"]["MappingEntry"] | components["schemas"]["UnreadableEntry"];
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        StoredMappingSummary: {
            id: string;
            template_style_version_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        /**
         * @description The person who is signed in to the studio
         * @example {
         *       "person": {
         *         "name": "Administrator",
         *         "role": "admin",
         *         "account": {
         *           "id": "acc_default",
         *           "name": "default"
         *         }
         *       },
         *       "csrf": "k3Vb0cXw",
         *       "sign_in": {
         *         "openid": false
         *       },
         *       "limits": {
         *         "upload_bytes": 268435456
         *       }
         *     }
         */
        StudioSession: {
            person: {
                name: string;
                /**
                 * @description What the person may do
                 * @enum {string}
                 */
                role: "viewer" | "editor" | "admin";
                account: {
                    id: string;
                    name: string;
                };
            };
            /** @description The value of the header X-Framepress-CSRF, which requests with changes need */
            csrf: string;
            /** @description Whether people sign in with OpenID Connect */
            sign_in: {
                openid: boolean;
            };
            /** @description Limits that a page can check before it sends anything */
            limits: {
                /** @description Maximum size of a package or file in bytes */
                upload_bytes: number;
            };
        };
        /**
         * @description A one-time code, or a client with its secret
         * @example {
         *       "code": "fpl_5TzH"
         *     }
         * @example {
         *       "client_id": "cl_7QmY",
         *       "client_secret": "fps_9TzH"
         *     }
         */
        StudioSignIn: {
            /** @description From a link of `framepress studio` */
            code: string;
        } | {
            client_id: string;
            client_secret: string;
        };
        StyleVersionSpecs: {
            id: string;
            editables: {
                [key: string]: components["schemas"]["Editable"];
            };
            /** @description Names of fonts */
            fonts: string[];
            /** @description The fonts whose files the package contains. The service replaces the others. Missing for versions of an older import. */
            package_fonts?: string[];
        };
        /** @description A design in all its sizes and languages */
        Template: {
            id: string;
            name: string;
            /** @description A still of the newest ready version */
            poster_url: string | null;
            /** @description Signed URL of a video of the template with its example content */
            demo_video_url: string | null;
            latest_version: components["schemas"]["LatestVersion"];
            /** @description Number of styles */
            style_count: number;
            /** @description Number of versions */
            version_count: number;
            /** @description Languages in which at least one style has a ready version */
            languages: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        TemplateList: {
            templates: components["schemas"]["Template"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        TemplateResponse: {
            template: components["schemas"]["Template"];
        };
        /** @description One size and length of a template */
        TemplateStyle: {
            id: string;
            template_id: string;
            name: string;
            /** @description Of its newest ready version; null without one */
            width: number | null;
            /** @description Height in pixels */
            height: number | null;
            /** @description Frames per second */
            fps: number | null;
            /** @description Length in seconds */
            duration: number | null;
            /** @description The newest ready version of each language */
            version_ids: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
        };
        TemplateStyleList: {
            template_styles: components["schemas"]["TemplateStyle"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        TemplateStyleResponse: {
            template_style: components["schemas"]["TemplateStyle"];
        };
        /** @description A package that was uploaded: a template style in one language */
        TemplateStyleVersion: {
            id: string;
            /** @enum {string} */
            status: "processing" | "demo_rendering" | "edit_ready" | "failed";
            template_id: string;
            template_style_id: string;
            /** @description Language tag, such as en or pt-BR */
            language: string;
            name: string;
            /** @description Width in pixels */
            width: number | null;
            /** @description Height in pixels */
            height: number | null;
            /** @description Frames per second */
            fps: number | null;
            /** @description Length in seconds */
            duration: number | null;
            editables: {
                [key: string]: components["schemas"]["Editable"];
            };
            /** @description Names of fonts */
            fonts: string[];
            /** @description Signed URLs of the stills, by name */
            stillcuts: {
                [key: string]: string;
            };
            /** @description Signed URL of a video of the template with its example content */
            demo_video_url: string | null;
            report: {
                /** @description All errors */
                errors: components["schemas"]["ReportEntry"][];
                /** @description Problems that do not stop the render */
                warnings: components["schemas"]["ReportEntry"][];
                /** @description The warnings in groups. Events do not contain them. */
                findings?: components["schemas"]["Finding"][];
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        TemplateStyleVersionCreate: {
            /**
             * Format: binary
             * @description A .lottie, .zip or .json package
             */
            file: string;
            template_id?: string;
            template_style_id?: string;
            /**
             * @description Language tag, such as en or pt-BR
             * @default en
             */
            language?: string;
            /** @default  */
            name?: string;
            /** @description Of a dotLottie: the animation to import, instead of the package's own choice */
            animation?: string;
            /** @description Of a dotLottie: the theme to apply, instead of the package's own choice */
            theme?: string;
        };
        TemplateStyleVersionList: {
            template_style_versions: components["schemas"]["TemplateStyleVersionSummary"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        TemplateStyleVersionResponse: {
            template_style_version: components["schemas"]["TemplateStyleVersion"];
        };
        TemplateStyleVersionStatusChanged: {
            /** @constant */
            type: "template_style_version.status.changed";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["TemplateStyleVersionStatusChangedData"];
        };
        TemplateStyleVersionStatusChangedData: {
            template_style_version: components["schemas"]["TemplateStyleVersion"];
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        /** @description A version in a list */
        TemplateStyleVersionSummary: {
            id: string;
            /** @enum {string} */
            status: "processing" | "demo_rendering" | "edit_ready" | "failed";
            template_id: string;
            template_style_id: string;
            /** @description Language tag, such as en or pt-BR */
            language: string;
            name: string;
            /** @description Width in pixels */
            width: number | null;
            /** @description Height in pixels */
            height: number | null;
            /** @description Frames per second */
            fps: number | null;
            /** @description Length in seconds */
            duration: number | null;
            /** @description Signed URLs of the stills, by name */
            stillcuts: {
                [key: string]: string;
            };
            /** @description Signed URL of a video of the template with its example content */
            demo_video_url: string | null;
            /** @description Number of errors in the report */
            error_count: number;
            /** @description Number of warnings in the report */
            warning_count: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        /** @description The text of a text editable */
        TextEntry: {
            source: {
                text: string;
            };
            transform?: components["schemas"]["TextTransform"];
        };
        TextTransform: {
            /**
             * @description How each text and image fits, by editable
             * @enum {string}
             */
            fit?: "shrink" | "none";
            /** @description Minimum size of the letters, in pixels of the template */
            min_font_size?: number;
            /** @description Maximum number of lines */
            max_lines?: number;
            /** @enum {string} */
            align?: "left" | "center" | "right" | "start" | "end";
            color?: string;
        };
        Token: {
            /** @description Send it as `Authorization: Bearer …` */
            access_token: string;
            /** @constant */
            token_type: "bearer";
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Seconds until the token expires; null: never */
            expires_in: number | null;
            /** @description Entries `resource[:action][:target]`, separated by spaces */
            scope: string;
        };
        /**
         * @example {
         *       "grant_type": "client_credentials",
         *       "client_id": "fpc_7QmY",
         *       "client_secret": "fps_9TzH"
         *     }
         */
        TokenRequest: {
            /** @constant */
            grant_type: "client_credentials";
            /** @description Entries `resource[:action][:target]`, separated by spaces */
            scope?: string;
            client_id?: string;
            client_secret?: string;
        };
        /**
         * @example {
         *       "token": "fpt_2mZr"
         *     }
         */
        TokenRevoke: {
            token: string;
            client_id?: string;
            client_secret?: string;
        };
        TokenRevoked: Record<string, never>;
        /** @description An entry whose URL cannot be decrypted: the encryption key is lost */
        UnreadableEntry: {
            source: {
                /** @description http or https URL of the file */
                remote_url: null;
            };
            transform?: {
                [key: string]: unknown;
            };
        };
        /** @description An uploaded file */
        Upload: {
            id: string;
            filename: string | null;
            /** @enum {string} */
            kind: "image" | "video" | "audio" | "font";
            /** @description Media type */
            content_type: string;
            /** @description Size in bytes */
            bytes: number;
            /** @description SHA-256 of the file, in lowercase hex */
            sha256: string;
            /** @description Width in pixels */
            width?: number;
            /** @description Height in pixels */
            height?: number;
            /** @description Length in seconds */
            duration?: number;
            /** @description Signed URL of the file */
            url: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string;
        };
        UploadCreate: {
            /**
             * Format: binary
             * @description An image, a font, a video or an audio file
             */
            file: string;
        };
        UploadList: {
            uploads: components["schemas"]["Upload"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        UploadResponse: {
            upload: components["schemas"]["Upload"];
        };
        /** @description The renders of a day, of a template, or both */
        Usage: {
            day?: string;
            template_id?: string;
            /** @description Renders that have made their videos */
            renders: number;
            /** @description Number of renders that failed */
            failed_renders: number;
            /** @description Length of the finished videos, in seconds */
            video_seconds: number;
            /** @description Frames of rendered videos, also from cached segments; drawn frames of canceled renders */
            frames: number;
            /** @description CPU time of all renders, also failed and canceled */
            cpu_seconds: number;
            /** @description Bytes of the videos when they were made */
            bytes: number;
        };
        UsageReport: {
            usage: components["schemas"]["Usage"][];
            totals: components["schemas"]["UsageTotals"];
            from: string;
            /** @description Target of the file */
            to: string;
        };
        UsageTotals: {
            /** @description Renders that have made their videos */
            renders: number;
            /** @description Number of renders that failed */
            failed_renders: number;
            /** @description Length of the finished videos, in seconds */
            video_seconds: number;
            /** @description Frames of rendered videos, also from cached segments; drawn frames of canceled renders */
            frames: number;
            /** @description CPU time of all renders, also failed and canceled */
            cpu_seconds: number;
            /** @description Bytes of the videos when they were made */
            bytes: number;
        };
        /** @description A video, or an image that moves */
        VideoEntry: {
            source: {
                /** @description http or https URL of the file */
                remote_url?: string;
                /** @description The id of an upload */
                upload_id?: string;
            };
            transform?: components["schemas"]["VideoTransform"];
        };
        VideoTransform: {
            /** @constant */
            trim_strategy?: "manual";
            /** @description Start within the file, in seconds */
            trim_start_time?: number;
            /** @enum {string} */
            end_behavior?: "freeze" | "loop" | "hide";
            /** @description Volume: 0 is silence, 1 is unchanged */
            volume?: number;
            /** @enum {string} */
            crop_strategy?: "cover" | "contain" | "fill" | "manual" | "smart";
            /** @description The point that stays visible: 0 is the left edge, 1 the right edge */
            focal_x?: number;
            /** @description The point that stays visible: 0 is the upper edge, 1 the lower edge */
            focal_y?: number;
            /** @description Color of the bars, with contain */
            background?: string;
            /** @description Left edge of the visible part, in pixels of the upright source */
            crop_x?: number;
            /** @description Upper edge of the visible part, in pixels of the upright source */
            crop_y?: number;
            /** @description Width of the visible part, in pixels of the upright source */
            crop_width?: number;
            /** @description Height of the visible part, in pixels of the upright source */
            crop_height?: number;
            /** @enum {string} */
            animate_strategy?: "none" | "slide-to-left" | "slide-to-right" | "slide-to-top" | "slide-to-bottom" | "zoom-in" | "zoom-out";
            /** @enum {string} */
            animate_speed?: "slow" | "moderate" | "fast";
        };
        /** @description A problem that does not stop the render */
        Warning: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The error in one sentence */
            message: string;
        } & {
            [key: string]: unknown;
        };
        WebhookAttempt: {
            at: string;
            /** @description Time until the response, in milliseconds */
            duration_ms: number;
            /** @description HTTP status; null without an answer */
            status: number | null;
            /** @description The first 500 bytes of the response */
            response: string;
            error: string | null;
        };
        /** @description An event that is sent to an endpoint */
        WebhookDelivery: {
            id: string;
            webhook_endpoint_id: string;
            /** @description The value of the header webhook-id in every attempt */
            event_id: string;
            event_type: string;
            /** @description The id of the session, version or endpoint that the event is about */
            subject_id: string;
            /** @description Number of the event of this subject, from 1 */
            sequence: number;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: components["schemas"]["WebhookAttempt"][];
            /**
             * Format: date-time
             * @description null: it has ended, or waits for an earlier event of the same subject
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        WebhookDeliveryList: {
            webhook_deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        WebhookDeliveryResponse: {
            webhook_delivery: components["schemas"]["WebhookDelivery"];
        };
        WebhookEndpoint: {
            id: string;
            /** @description null: its encryption key is lost */
            url: string | null;
            /** @description Types of events */
            events: string[] | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            disabled_reason: ("requested" | "gone" | "failing") | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            disabled_at: string | null;
            failing_since: string | null;
            render_session_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        WebhookEndpointCreate: {
            /** @description Signed URL of the file */
            url: string;
            /** @description null: all event types, also types that are added later */
            events?: ("render_session.status.changed" | "render_session.external_upload.complete" | "render_session.external_upload.failed" | "render_session.external_upload.canceled" | "template_style_version.status.changed" | "batch.waiting" | "batch.completed" | "batch.row.failed" | "webhook_endpoint.disabled")[] | null;
        };
        WebhookEndpointDisabled: {
            /** @constant */
            type: "webhook_endpoint.disabled";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["WebhookEndpointDisabledData"];
        };
        WebhookEndpointDisabledData: {
            webhook_endpoint_id: string;
            /** @enum {string} */
            disabled_reason: "gone" | "failing";
            render_session_id: string | null;
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        WebhookEndpointList: {
            webhook_endpoints: components["schemas"]["WebhookEndpoint"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        WebhookEndpointResponse: {
            webhook_endpoint: components["schemas"]["WebhookEndpoint"];
        };
        WebhookEndpointSecretResponse: {
            webhook_endpoint: components["schemas"]["WebhookEndpointWithSecret"];
        };
        WebhookEndpointTest: {
            /** @constant */
            type: "webhook_endpoint.test";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["WebhookEndpointTestData"];
        };
        WebhookEndpointTestData: {
            webhook_endpoint_id: string;
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        WebhookEndpointUpdate: {
            /** @description Signed URL of the file */
            url?: string;
            /** @description null: all event types, also types that are added later */
            events?: ("render_session.status.changed" | "render_session.external_upload.complete" | "render_session.external_upload.failed" | "render_session.external_upload.canceled" | "template_style_version.status.changed" | "batch.waiting" | "batch.completed" | "batch.row.failed" | "webhook_endpoint.disabled")[] | null;
            /** @enum {string} */
            status?: "enabled" | "disabled";
            /** @description null: from now on only the newest secret signs */
            previous_secret_expires_at?: null;
        };
        WebhookEndpointWithSecret: {
            id: string;
            /** @description null: its encryption key is lost */
            url: string | null;
            /** @description Types of events */
            events: string[] | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            disabled_reason: ("requested" | "gone" | "failing") | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            disabled_at: string | null;
            failing_since: string | null;
            render_session_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
            /** @description Returned only here */
            secret: string;
        };
        /**
         * @example {
         *       "since": "2026-11-20T00:00:00.000Z"
         *     }
         */
        WebhookReplay: {
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until?: string;
            /**
             * @description missed: events that were not delivered and are not pending
             * @default missed
             * @enum {string}
             */
            which?: "missed" | "all";
        };
        WebhookReplayResult: {
            /** @description Number of events that are sent again */
            replayed: number;
        };
        /**
         * @example {
         *       "keep_previous": true
         *     }
         */
        WebhookSecretRotate: {
            /**
             * @description false: the old secret becomes invalid immediately
             * @default true
             */
            keep_previous?: boolean;
        };
    };
    responses: {
        /** @description Malformed request */
        MalformedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal error */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Service unavailable */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unauthorized */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Forbidden */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Invalid request */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request too large */
        RequestTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unsupported media type */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Conflict */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Range not satisfiable */
        RangeNotSatisfiable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Content-Range": components["headers"]["ContentRange"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Precondition failed */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Malformed request */
        PublicMalformedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal error */
        PublicInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Service unavailable */
        PublicServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Forbidden */
        PublicForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found */
        PublicNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Range not satisfiable */
        PublicRangeNotSatisfiable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Content-Range": components["headers"]["ContentRange"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Invalid request */
        PublicInvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unauthorized */
        PublicUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request too large */
        PublicRequestTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unsupported media type */
        PublicUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests */
        PublicTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:framepress:error:editable_missing",
                 *       "title": "Invalid request",
                 *       "status": 422,
                 *       "code": "editable_missing",
                 *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                 *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                 *       "errors": [
                 *         {
                 *           "code": "editable_missing",
                 *           "message": "Expected an entry for /mapping/resources/name but received none.",
                 *           "pointer": "/mapping/resources/name",
                 *           "editable": "name",
                 *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                 *           "retryable": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
         * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
         */
        IdempotencyKey: string;
        /**
         * @description The ETag of the resource that is changed. If it has changed since, the answer is 412 with the current `revision`.
         * @example "3"
         */
        IfMatch: string;
        /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
        IfNoneMatch: string;
        /** @description The id of the last event that was received: the stream continues after it. */
        LastEventId: string;
        /**
         * @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60).
         * @example wait=30
         */
        Prefer: string;
        /** @description A part of the file, such as `bytes=0-1023` (RFC 9110). */
        Range: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The part of the file that the body contains
         * @example bytes 0-1023/812044
         */
        ContentRange: string;
        /** @description Changes when the content changes */
        ETag: string;
        /** @description `true`: the response of an earlier request with the same key */
        IdempotentReplayed: string;
        /**
         * @description The part of Prefer that was applied
         * @example wait=30
         */
        PreferenceApplied: string;
        /** @description Requests that the token or account may send in a minute */
        RateLimitLimit: number;
        /** @description Requests that are left in this minute */
        RateLimitRemaining: number;
        /** @description Seconds until the count starts again */
        RateLimitReset: number;
        /**
         * @description The id of the request in the log of the service
         * @example req_0b5c1f3e
         */
        RequestId: string;
        /** @description Seconds to wait before the next request. Missing if the same request cannot succeed later */
        RetryAfter: number;
        /** @description How to authenticate (RFC 6750) */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "fpc_7QmY",
                 *       "client_secret": "fps_9TzH"
                 *     }
                 */
                "application/json": components["schemas"]["TokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "fpt_2mZr…",
                     *       "token_type": "bearer",
                     *       "created_at": 1795167000,
                     *       "expires_in": 3600,
                     *       "scope": "*"
                     *     }
                     */
                    "application/json": components["schemas"]["Token"];
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "fpt_2mZr"
                 *     }
                 */
                "application/json": components["schemas"]["TokenRevoke"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenRevoke"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["TokenRevoked"];
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "Expected a known client_id with its client_secret."
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description A part of the name; upper and lower case are equal */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "templates": [
                     *         {
                     *           "id": "tpl_2NvYk7RbQw5ZtHmP",
                     *           "name": "Birthday",
                     *           "poster_url": null,
                     *           "demo_video_url": null,
                     *           "latest_version": {
                     *             "id": "text",
                     *             "status": "processing",
                     *             "error": {
                     *               "code": "text",
                     *               "message": "text",
                     *               "hint": null
                     *             }
                     *           },
                     *           "style_count": 2,
                     *           "version_count": 4,
                     *           "languages": [
                     *             "text"
                     *           ],
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "template": {
                     *         "id": "tpl_2NvYk7RbQw5ZtHmP",
                     *         "name": "Birthday",
                     *         "poster_url": null,
                     *         "demo_video_url": null,
                     *         "latest_version": {
                     *           "id": "text",
                     *           "status": "processing",
                     *           "error": {
                     *             "code": "text",
                     *             "message": "text",
                     *             "hint": null
                     *           }
                     *         },
                     *         "style_count": 2,
                     *         "version_count": 4,
                     *         "languages": [
                     *           "text"
                     *         ],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Birthday"
                 *     }
                 */
                "application/json": components["schemas"]["Rename"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "template": {
                     *         "id": "tpl_2NvYk7RbQw5ZtHmP",
                     *         "name": "Birthday",
                     *         "poster_url": null,
                     *         "demo_video_url": null,
                     *         "latest_version": {
                     *           "id": "text",
                     *           "status": "processing",
                     *           "error": {
                     *             "code": "text",
                     *             "message": "text",
                     *             "hint": null
                     *           }
                     *         },
                     *         "style_count": 2,
                     *         "version_count": 4,
                     *         "languages": [
                     *           "text"
                     *         ],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTemplateStyles: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id of the template */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "template_styles": [
                     *         {
                     *           "id": "sty_5TmWq3ZkVr8YpNbL",
                     *           "template_id": "tpl_2NvYk7RbQw5ZtHmP",
                     *           "name": "Portrait",
                     *           "width": 1920,
                     *           "height": 1080,
                     *           "fps": 30,
                     *           "duration": 4,
                     *           "version_ids": {},
                     *           "created_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateStyleList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTemplateStyle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template style */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTemplateStyle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template style */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Birthday"
                 *     }
                 */
                "application/json": components["schemas"]["Rename"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "template_style": {
                     *         "id": "sty_5TmWq3ZkVr8YpNbL",
                     *         "template_id": "tpl_2NvYk7RbQw5ZtHmP",
                     *         "name": "Portrait",
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "duration": 4,
                     *         "version_ids": {},
                     *         "created_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateStyleResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTemplateStyleVersions: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description Only versions of this template */
                template_id?: string;
                /** @description Only versions of this style */
                template_style_id?: string;
                /** @description Language tag, such as en or pt-BR */
                language?: string;
                /** @description Only versions with this status */
                status?: "processing" | "demo_rendering" | "edit_ready" | "failed";
                /** @description A part of the name; upper and lower case are equal */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "template_style_versions": [
                     *         {
                     *           "id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "status": "edit_ready",
                     *           "template_id": "tpl_2NvYk7RbQw5ZtHmP",
                     *           "template_style_id": "sty_5TmWq3ZkVr8YpNbL",
                     *           "language": "en",
                     *           "name": "Birthday",
                     *           "width": 1920,
                     *           "height": 1080,
                     *           "fps": 30,
                     *           "duration": 4,
                     *           "stillcuts": {
                     *             "stillcut_01": "https://videos.example.com/files/1.png?expires=1795168800&signature=4Zb0yq"
                     *           },
                     *           "demo_video_url": null,
                     *           "error_count": 1,
                     *           "warning_count": 1,
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateStyleVersionList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTemplateStyleVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["TemplateStyleVersionCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "template_style_version": {
                     *         "id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "status": "edit_ready",
                     *         "template_id": "tpl_2NvYk7RbQw5ZtHmP",
                     *         "template_style_id": "sty_5TmWq3ZkVr8YpNbL",
                     *         "language": "en",
                     *         "name": "Birthday",
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "duration": 4,
                     *         "editables": {
                     *           "name": {
                     *             "input_type": "text",
                     *             "label": "Name",
                     *             "required": true,
                     *             "stillcut": "stillcut_01",
                     *             "start": 0,
                     *             "end": 4
                     *           }
                     *         },
                     *         "fonts": [
                     *           "text"
                     *         ],
                     *         "stillcuts": {
                     *           "stillcut_01": "https://videos.example.com/files/1.png?expires=1795168800&signature=4Zb0yq"
                     *         },
                     *         "demo_video_url": null,
                     *         "report": {
                     *           "errors": [],
                     *           "warnings": []
                     *         },
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateStyleVersionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTemplateStyleVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template style version */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "template_style_version": {
                     *         "id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "status": "edit_ready",
                     *         "template_id": "tpl_2NvYk7RbQw5ZtHmP",
                     *         "template_style_id": "sty_5TmWq3ZkVr8YpNbL",
                     *         "language": "en",
                     *         "name": "Birthday",
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "duration": 4,
                     *         "editables": {
                     *           "name": {
                     *             "input_type": "text",
                     *             "label": "Name",
                     *             "required": true,
                     *             "stillcut": "stillcut_01",
                     *             "start": 0,
                     *             "end": 4
                     *           }
                     *         },
                     *         "fonts": [
                     *           "text"
                     *         ],
                     *         "stillcuts": {
                     *           "stillcut_01": "https://videos.example.com/files/1.png?expires=1795168800&signature=4Zb0yq"
                     *         },
                     *         "demo_video_url": null,
                     *         "report": {
                     *           "errors": [],
                     *           "warnings": []
                     *         },
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateStyleVersionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTemplateStyleVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template style version */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTemplateStyleVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template style version */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Birthday"
                 *     }
                 */
                "application/json": components["schemas"]["Rename"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "template_style_version": {
                     *         "id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "status": "edit_ready",
                     *         "template_id": "tpl_2NvYk7RbQw5ZtHmP",
                     *         "template_style_id": "sty_5TmWq3ZkVr8YpNbL",
                     *         "language": "en",
                     *         "name": "Birthday",
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "duration": 4,
                     *         "editables": {
                     *           "name": {
                     *             "input_type": "text",
                     *             "label": "Name",
                     *             "required": true,
                     *             "stillcut": "stillcut_01",
                     *             "start": 0,
                     *             "end": 4
                     *           }
                     *         },
                     *         "fonts": [
                     *           "text"
                     *         ],
                     *         "stillcuts": {
                     *           "stillcut_01": "https://videos.example.com/files/1.png?expires=1795168800&signature=4Zb0yq"
                     *         },
                     *         "demo_video_url": null,
                     *         "report": {
                     *           "errors": [],
                     *           "warnings": []
                     *         },
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateStyleVersionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryTemplateStyleVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the template style version */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "template_style_version": {
                     *         "id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "status": "edit_ready",
                     *         "template_id": "tpl_2NvYk7RbQw5ZtHmP",
                     *         "template_style_id": "sty_5TmWq3ZkVr8YpNbL",
                     *         "language": "en",
                     *         "name": "Birthday",
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "duration": 4,
                     *         "editables": {
                     *           "name": {
                     *             "input_type": "text",
                     *             "label": "Name",
                     *             "required": true,
                     *             "stillcut": "stillcut_01",
                     *             "start": 0,
                     *             "end": 4
                     *           }
                     *         },
                     *         "fonts": [
                     *           "text"
                     *         ],
                     *         "stillcuts": {
                     *           "stillcut_01": "https://videos.example.com/files/1.png?expires=1795168800&signature=4Zb0yq"
                     *         },
                     *         "demo_video_url": null,
                     *         "report": {
                     *           "errors": [],
                     *           "warnings": []
                     *         },
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateStyleVersionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTemplateFont: {
        parameters: {
            query: {
                /** @description The name of the font in the specs */
                name: string;
            };
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A part of the file, such as `bytes=0-1023` (RFC 9110). */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /** @description The id of the template style version */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "font/ttf": unknown;
                    "font/otf": unknown;
                    "font/woff": unknown;
                    "font/woff2": unknown;
                    "font/collection": unknown;
                };
            };
            /** @description Partial content */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["ETag"];
                    "Content-Range": components["headers"]["ContentRange"];
                    [name: string]: unknown;
                };
                content: {
                    "font/ttf": unknown;
                    "font/otf": unknown;
                    "font/woff": unknown;
                    "font/woff2": unknown;
                    "font/collection": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            416: components["responses"]["RangeNotSatisfiable"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTemplateStyleVersionSpecs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template style version */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "style_version": {
                     *         "id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "editables": {
                     *           "name": {
                     *             "input_type": "text",
                     *             "label": "Name",
                     *             "required": true,
                     *             "stillcut": "stillcut_01",
                     *             "start": 0,
                     *             "end": 4
                     *           }
                     *         },
                     *         "fonts": [
                     *           "text"
                     *         ]
                     *       },
                     *       "limits": {
                     *         "upload_bytes": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SpecsResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTemplateStyleVersionSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template style version */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "$schema": "text",
                     *       "properties": {}
                     *     }
                     */
                    "application/json": components["schemas"]["MappingSchema"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMappings: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mappings": [
                     *         {
                     *           "id": "map_6HnVt2RkYw8ZpQmL",
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["MappingList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMapping: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                 *       "resources": {
                 *         "name": {
                 *           "source": {
                 *             "text": "Ana"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MappingCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mapping": {
                     *         "id": "map_6HnVt2RkYw8ZpQmL",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "resources": {
                     *           "name": {
                     *             "source": {
                     *               "text": "Ana"
                     *             }
                     *           },
                     *           "photo": {
                     *             "source": {
                     *               "remote_url": "https://videos.example.com/files/photo.jpg"
                     *             },
                     *             "transform": {
                     *               "crop_strategy": "cover"
                     *             }
                     *           }
                     *         },
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MappingResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the mapping */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mapping": {
                     *         "id": "map_6HnVt2RkYw8ZpQmL",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "resources": {
                     *           "name": {
                     *             "source": {
                     *               "text": "Ana"
                     *             }
                     *           },
                     *           "photo": {
                     *             "source": {
                     *               "remote_url": "https://videos.example.com/files/photo.jpg"
                     *             },
                     *             "transform": {
                     *               "crop_strategy": "cover"
                     *             }
                     *           }
                     *         },
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MappingResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the mapping */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                 *       "resources": {
                 *         "name": {
                 *           "source": {
                 *             "text": "Ana"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MappingCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mapping": {
                     *         "id": "map_6HnVt2RkYw8ZpQmL",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "resources": {
                     *           "name": {
                     *             "source": {
                     *               "text": "Ana"
                     *             }
                     *           },
                     *           "photo": {
                     *             "source": {
                     *               "remote_url": "https://videos.example.com/files/photo.jpg"
                     *             },
                     *             "transform": {
                     *               "crop_strategy": "cover"
                     *             }
                     *           }
                     *         },
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MappingResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the mapping */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the mapping */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "resources": {
                 *         "name": {
                 *           "source": {
                 *             "text": "Max"
                 *           }
                 *         },
                 *         "photo": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MappingPatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mapping": {
                     *         "id": "map_6HnVt2RkYw8ZpQmL",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "resources": {
                     *           "name": {
                     *             "source": {
                     *               "text": "Ana"
                     *             }
                     *           },
                     *           "photo": {
                     *             "source": {
                     *               "remote_url": "https://videos.example.com/files/photo.jpg"
                     *             },
                     *             "transform": {
                     *               "crop_strategy": "cover"
                     *             }
                     *           }
                     *         },
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MappingResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    validateMapping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mapping": {
                 *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                 *         "resources": {
                 *           "name": {
                 *             "source": {
                 *               "text": "Ana"
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MappingValidate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": true,
                     *       "errors": [],
                     *       "warnings": [],
                     *       "fit": {
                     *         "name": {
                     *           "font_scale": 0.82,
                     *           "lines": 1,
                     *           "overflow": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MappingValidation"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createFitReport: {
        parameters: {
            query?: {
                /** @description The version to check. Default: that of the mapping */
                template_style_version_id?: string;
            };
            header?: never;
            path: {
                /** @description The id of the mapping */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fit_report": {
                     *         "valid": true,
                     *         "errors": [],
                     *         "warnings": [],
                     *         "fit": {
                     *           "name": {
                     *             "font_scale": 0.82,
                     *             "lines": 1,
                     *             "overflow": false
                     *           }
                     *         },
                     *         "mapping_id": "map_6HnVt2RkYw8ZpQmL",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "ignored_editables": [
                     *           "text"
                     *         ],
                     *         "missing_editables": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FitReportResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUploads: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description Only files of this kind */
                kind?: "image" | "video" | "audio" | "font";
                /** @description A part of the name; upper and lower case are equal */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uploads": [
                     *         {
                     *           "id": "up_7YbRm2QkTv9WzNpH",
                     *           "filename": null,
                     *           "kind": "image",
                     *           "content_type": "image/jpeg",
                     *           "bytes": 812044,
                     *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "expires_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["UploadList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upload": {
                     *         "id": "up_7YbRm2QkTv9WzNpH",
                     *         "filename": null,
                     *         "kind": "image",
                     *         "content_type": "image/jpeg",
                     *         "bytes": 812044,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "expires_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the upload */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upload": {
                     *         "id": "up_7YbRm2QkTv9WzNpH",
                     *         "filename": null,
                     *         "kind": "image",
                     *         "content_type": "image/jpeg",
                     *         "bytes": 812044,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "expires_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the upload */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUploadThumbnail: {
        parameters: {
            query?: {
                /** @description The width in pixels. It is rounded up to one of a few widths. */
                width?: number;
                /** @description The time in a video, in seconds. After its end: the last image. */
                at?: number;
            };
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A part of the file, such as `bytes=0-1023` (RFC 9110). */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /** @description The id of the upload */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": unknown;
                };
            };
            /** @description Partial content */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["ETag"];
                    "Content-Range": components["headers"]["ContentRange"];
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createStill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mapping": {
                 *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                 *         "resources": {
                 *           "name": {
                 *             "source": {
                 *               "text": "Ana"
                 *             }
                 *           }
                 *         }
                 *       },
                 *       "at": 1.5,
                 *       "width": 640,
                 *       "format": "webp"
                 *     }
                 */
                "application/json": components["schemas"]["StillCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSessionStill: {
        parameters: {
            query?: {
                /** @description Seconds from the start */
                at?: number;
                /** @description Width in pixels */
                width?: number;
                /** @description File format */
                format?: "png" | "jpeg" | "webp";
                /** @description Another version of the same template, for another size or language */
                template_style_version_id?: string;
            };
            header?: never;
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createComposition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mapping": {
                 *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                 *         "resources": {
                 *           "name": {
                 *             "source": {
                 *               "text": "Ana"
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CompositionCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "composition": {
                     *         "digest": "text",
                     *         "lottie": {},
                     *         "files": [
                     *           {
                     *             "name": "text",
                     *             "kind": "image",
                     *             "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *             "width": 1920,
                     *             "height": 1080
                     *           }
                     *         ],
                     *         "video": {
                     *           "width": 1920,
                     *           "height": 1080,
                     *           "fps": 30,
                     *           "frame_count": 1,
                     *           "duration": 4
                     *         },
                     *         "audio": {
                     *           "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *           "duration": 4
                     *         },
                     *         "engine": null,
                     *         "stillcuts": {},
                     *         "fit": {
                     *           "name": {
                     *             "font_scale": 0.82,
                     *             "lines": 1,
                     *             "overflow": false
                     *           }
                     *         },
                     *         "warnings": [],
                     *         "missing_editables": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompositionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSessionComposition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "composition": {
                     *         "digest": "text",
                     *         "lottie": {},
                     *         "files": [
                     *           {
                     *             "name": "text",
                     *             "kind": "image",
                     *             "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *             "width": 1920,
                     *             "height": 1080
                     *           }
                     *         ],
                     *         "video": {
                     *           "width": 1920,
                     *           "height": 1080,
                     *           "fps": 30,
                     *           "frame_count": 1,
                     *           "duration": 4
                     *         },
                     *         "audio": {
                     *           "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *           "duration": 4
                     *         },
                     *         "engine": null,
                     *         "stillcuts": {},
                     *         "fit": {
                     *           "name": {
                     *             "font_scale": 0.82,
                     *             "lines": 1,
                     *             "overflow": false
                     *           }
                     *         },
                     *         "warnings": [],
                     *         "missing_editables": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompositionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEditablePlaces: {
        parameters: {
            query?: {
                /** @description Counted from the first frame of the video */
                frame?: number;
            };
            header?: never;
            path: {
                /** @description The id of the template style version */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "places": [
                     *         {
                     *           "editable": "name",
                     *           "corners": [
                     *             [
                     *               120,
                     *               80
                     *             ],
                     *             [
                     *               520,
                     *               80
                     *             ],
                     *             [
                     *               520,
                     *               160
                     *             ],
                     *             [
                     *               120,
                     *               160
                     *             ]
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PlacesResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60).
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "render_session": {
                     *         "id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "title": "For Ana",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "preview": {},
                     *         "missing_editables": [
                     *           "text"
                     *         ],
                     *         "status": "preview_rendered",
                     *         "render_progress": 100,
                     *         "thumbnails": [
                     *           "https://videos.example.com/files/1.jpg?expires=1795168800&signature=4Zb0yq"
                     *         ],
                     *         "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "mapping": {
                     *           "id": "map_3RbXm9KtQv5WzYdP",
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "resources": {
                     *             "name": {
                     *               "source": {
                     *                 "text": "Ana"
                     *               }
                     *             },
                     *             "photo": {
                     *               "source": {
                     *                 "remote_url": "https://videos.example.com/files/photo.jpg"
                     *               },
                     *               "transform": {
                     *                 "crop_strategy": "cover"
                     *               }
                     *             }
                     *           }
                     *         },
                     *         "audio_tracks": {},
                     *         "font_changes": {},
                     *         "source_uploads": [
                     *           {
                     *             "content_type": "image/jpeg",
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "fonts": [
                     *           {
                     *             "name": "Poppins-Bold",
                     *             "family": "Poppins",
                     *             "from": "template",
                     *             "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "phase": "done",
                     *         "queue_position": null,
                     *         "eta_seconds": null,
                     *         "duration": 4,
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "loudness": {
                     *           "integrated_lufs": -14.1,
                     *           "range_lu": 5.2,
                     *           "true_peak_dbtp": -1.2,
                     *           "limited": true
                     *         },
                     *         "outputs": [
                     *           {
                     *             "file": "video",
                     *             "format": "mp4",
                     *             "codec": "h264",
                     *             "width": 1920,
                     *             "height": 1080,
                     *             "fps": 30,
                     *             "duration": 4,
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq"
                     *           }
                     *         ],
                     *         "poster_url": null,
                     *         "hls_url": null,
                     *         "warnings": [],
                     *         "fit": {
                     *           "name": {
                     *             "font_scale": 0.82,
                     *             "lines": 1,
                     *             "overflow": false
                     *           }
                     *         },
                     *         "external_uploads": [],
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "external_id": "order-42",
                     *         "batch_id": "bat_7QmYk2VbXw9TzHcP",
                     *         "batch_row": null,
                     *         "timings": {
                     *           "rendering": 3.2
                     *         },
                     *         "receipt": {
                     *           "template": {
                     *             "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           },
                     *           "mapping": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "media": {},
                     *           "fonts": [
                     *             {
                     *               "name": "text",
                     *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           ],
                     *           "engine": {
                     *             "framepress": "0.1.0"
                     *           },
                     *           "outputs": {
                     *             "video": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         },
                     *         "expires_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteRenderSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the resource that is changed. If it has changed since, the answer is 412 with the current `revision`.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "For Max",
                 *       "mapping_changes": {
                 *         "resources": {
                 *           "name": {
                 *             "source": {
                 *               "text": "Max"
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RenderSessionUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "render_session": {
                     *         "id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "title": "For Ana",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "preview": {},
                     *         "missing_editables": [
                     *           "text"
                     *         ],
                     *         "status": "preview_rendered",
                     *         "render_progress": 100,
                     *         "thumbnails": [
                     *           "https://videos.example.com/files/1.jpg?expires=1795168800&signature=4Zb0yq"
                     *         ],
                     *         "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "mapping": {
                     *           "id": "map_3RbXm9KtQv5WzYdP",
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "resources": {
                     *             "name": {
                     *               "source": {
                     *                 "text": "Ana"
                     *               }
                     *             },
                     *             "photo": {
                     *               "source": {
                     *                 "remote_url": "https://videos.example.com/files/photo.jpg"
                     *               },
                     *               "transform": {
                     *                 "crop_strategy": "cover"
                     *               }
                     *             }
                     *           }
                     *         },
                     *         "audio_tracks": {},
                     *         "font_changes": {},
                     *         "source_uploads": [
                     *           {
                     *             "content_type": "image/jpeg",
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "fonts": [
                     *           {
                     *             "name": "Poppins-Bold",
                     *             "family": "Poppins",
                     *             "from": "template",
                     *             "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "phase": "done",
                     *         "queue_position": null,
                     *         "eta_seconds": null,
                     *         "duration": 4,
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "loudness": {
                     *           "integrated_lufs": -14.1,
                     *           "range_lu": 5.2,
                     *           "true_peak_dbtp": -1.2,
                     *           "limited": true
                     *         },
                     *         "outputs": [
                     *           {
                     *             "file": "video",
                     *             "format": "mp4",
                     *             "codec": "h264",
                     *             "width": 1920,
                     *             "height": 1080,
                     *             "fps": 30,
                     *             "duration": 4,
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq"
                     *           }
                     *         ],
                     *         "poster_url": null,
                     *         "hls_url": null,
                     *         "warnings": [],
                     *         "fit": {
                     *           "name": {
                     *             "font_scale": 0.82,
                     *             "lines": 1,
                     *             "overflow": false
                     *           }
                     *         },
                     *         "external_uploads": [],
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "external_id": "order-42",
                     *         "batch_id": "bat_7QmYk2VbXw9TzHcP",
                     *         "batch_row": null,
                     *         "timings": {
                     *           "rendering": 3.2
                     *         },
                     *         "receipt": {
                     *           "template": {
                     *             "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           },
                     *           "mapping": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "media": {},
                     *           "fonts": [
                     *             {
                     *               "name": "text",
                     *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           ],
                     *           "engine": {
                     *             "framepress": "0.1.0"
                     *           },
                     *           "outputs": {
                     *             "video": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         },
                     *         "expires_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    watchRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the last event that was received: the stream continues after it. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description No content */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRenderSessions: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description One or more statuses, separated by commas */
                status?: ("draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled")[];
                /** @description Your own id, which lists can be filtered by */
                external_id?: string;
                /** @description Only sessions of this version */
                template_style_version_id?: string;
                /** @description Only those of this batch */
                batch_id?: string;
                /** @description Only sessions of this template */
                template_id?: string;
                /** @description At this time or later (ISO 8601) */
                created_after?: string;
                /** @description Before this time (ISO 8601) */
                created_before?: string;
                /** @description At this time or later (ISO 8601) */
                updated_after?: string;
                /** @description Before this time (ISO 8601) */
                updated_before?: string;
                /** @description metadata[key]=value: sessions with this value */
                metadata?: {
                    [key: string]: string;
                };
                /** @description A part of the title; upper and lower case are equal */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "render_sessions": [
                     *         {
                     *           "id": "rs_4KdPq8ZtWm7RvYhN",
                     *           "title": "For Ana",
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "render": "preview",
                     *           "priority": "normal",
                     *           "preview": {},
                     *           "missing_editables": [
                     *             "text"
                     *           ],
                     *           "status": "preview_rendered",
                     *           "render_progress": 100,
                     *           "thumbnails": [
                     *             "https://videos.example.com/files/1.jpg?expires=1795168800&signature=4Zb0yq"
                     *           ],
                     *           "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *           "errors": [],
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z",
                     *           "phase": "done",
                     *           "queue_position": null,
                     *           "eta_seconds": null,
                     *           "duration": 4,
                     *           "width": 1920,
                     *           "height": 1080,
                     *           "fps": 30,
                     *           "poster_url": null,
                     *           "hls_url": null,
                     *           "metadata": {
                     *             "customer": "1042"
                     *           },
                     *           "external_id": "order-42",
                     *           "batch_id": "bat_7QmYk2VbXw9TzHcP",
                     *           "batch_row": null,
                     *           "expires_at": "2026-11-20T09:30:00.000Z",
                     *           "mapping_id": "map_6HnVt2RkYw8ZpQmL"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60).
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "For Ana",
                 *       "render": "preview",
                 *       "mapping": {
                 *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                 *         "resources": {
                 *           "name": {
                 *             "source": {
                 *               "text": "Ana"
                 *             }
                 *           },
                 *           "photo": {
                 *             "source": {
                 *               "remote_url": "https://example.com/ana.jpg"
                 *             }
                 *           }
                 *         }
                 *       },
                 *       "output": {
                 *         "width": 1280,
                 *         "quality": "standard"
                 *       },
                 *       "external_id": "order-42",
                 *       "metadata": {
                 *         "customer": "1042"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RenderSessionCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "render_session": {
                     *         "id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "title": "For Ana",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "preview": {},
                     *         "missing_editables": [
                     *           "text"
                     *         ],
                     *         "status": "preview_rendered",
                     *         "render_progress": 100,
                     *         "thumbnails": [
                     *           "https://videos.example.com/files/1.jpg?expires=1795168800&signature=4Zb0yq"
                     *         ],
                     *         "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "mapping": {
                     *           "id": "map_3RbXm9KtQv5WzYdP",
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "resources": {
                     *             "name": {
                     *               "source": {
                     *                 "text": "Ana"
                     *               }
                     *             },
                     *             "photo": {
                     *               "source": {
                     *                 "remote_url": "https://videos.example.com/files/photo.jpg"
                     *               },
                     *               "transform": {
                     *                 "crop_strategy": "cover"
                     *               }
                     *             }
                     *           }
                     *         },
                     *         "audio_tracks": {},
                     *         "font_changes": {},
                     *         "source_uploads": [
                     *           {
                     *             "content_type": "image/jpeg",
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "fonts": [
                     *           {
                     *             "name": "Poppins-Bold",
                     *             "family": "Poppins",
                     *             "from": "template",
                     *             "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "phase": "done",
                     *         "queue_position": null,
                     *         "eta_seconds": null,
                     *         "duration": 4,
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "loudness": {
                     *           "integrated_lufs": -14.1,
                     *           "range_lu": 5.2,
                     *           "true_peak_dbtp": -1.2,
                     *           "limited": true
                     *         },
                     *         "outputs": [
                     *           {
                     *             "file": "video",
                     *             "format": "mp4",
                     *             "codec": "h264",
                     *             "width": 1920,
                     *             "height": 1080,
                     *             "fps": 30,
                     *             "duration": 4,
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq"
                     *           }
                     *         ],
                     *         "poster_url": null,
                     *         "hls_url": null,
                     *         "warnings": [],
                     *         "fit": {
                     *           "name": {
                     *             "font_scale": 0.82,
                     *             "lines": 1,
                     *             "overflow": false
                     *           }
                     *         },
                     *         "external_uploads": [],
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "external_id": "order-42",
                     *         "batch_id": "bat_7QmYk2VbXw9TzHcP",
                     *         "batch_row": null,
                     *         "timings": {
                     *           "rendering": 3.2
                     *         },
                     *         "receipt": {
                     *           "template": {
                     *             "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           },
                     *           "mapping": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "media": {},
                     *           "fonts": [
                     *             {
                     *               "name": "text",
                     *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           ],
                     *           "engine": {
                     *             "framepress": "0.1.0"
                     *           },
                     *           "outputs": {
                     *             "video": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         },
                     *         "expires_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionCreated"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    copyRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60).
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "For Max",
                 *       "mapping_changes": {
                 *         "resources": {
                 *           "name": {
                 *             "source": {
                 *               "text": "Max"
                 *             }
                 *           }
                 *         }
                 *       },
                 *       "render": "final"
                 *     }
                 */
                "application/json": components["schemas"]["RenderSessionCopy"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "render_session": {
                     *         "id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "title": "For Ana",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "preview": {},
                     *         "missing_editables": [
                     *           "text"
                     *         ],
                     *         "status": "preview_rendered",
                     *         "render_progress": 100,
                     *         "thumbnails": [
                     *           "https://videos.example.com/files/1.jpg?expires=1795168800&signature=4Zb0yq"
                     *         ],
                     *         "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "mapping": {
                     *           "id": "map_3RbXm9KtQv5WzYdP",
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "resources": {
                     *             "name": {
                     *               "source": {
                     *                 "text": "Ana"
                     *               }
                     *             },
                     *             "photo": {
                     *               "source": {
                     *                 "remote_url": "https://videos.example.com/files/photo.jpg"
                     *               },
                     *               "transform": {
                     *                 "crop_strategy": "cover"
                     *               }
                     *             }
                     *           }
                     *         },
                     *         "audio_tracks": {},
                     *         "font_changes": {},
                     *         "source_uploads": [
                     *           {
                     *             "content_type": "image/jpeg",
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "fonts": [
                     *           {
                     *             "name": "Poppins-Bold",
                     *             "family": "Poppins",
                     *             "from": "template",
                     *             "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "phase": "done",
                     *         "queue_position": null,
                     *         "eta_seconds": null,
                     *         "duration": 4,
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "loudness": {
                     *           "integrated_lufs": -14.1,
                     *           "range_lu": 5.2,
                     *           "true_peak_dbtp": -1.2,
                     *           "limited": true
                     *         },
                     *         "outputs": [
                     *           {
                     *             "file": "video",
                     *             "format": "mp4",
                     *             "codec": "h264",
                     *             "width": 1920,
                     *             "height": 1080,
                     *             "fps": 30,
                     *             "duration": 4,
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq"
                     *           }
                     *         ],
                     *         "poster_url": null,
                     *         "hls_url": null,
                     *         "warnings": [],
                     *         "fit": {
                     *           "name": {
                     *             "font_scale": 0.82,
                     *             "lines": 1,
                     *             "overflow": false
                     *           }
                     *         },
                     *         "external_uploads": [],
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "external_id": "order-42",
                     *         "batch_id": "bat_7QmYk2VbXw9TzHcP",
                     *         "batch_row": null,
                     *         "timings": {
                     *           "rendering": 3.2
                     *         },
                     *         "receipt": {
                     *           "template": {
                     *             "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           },
                     *           "mapping": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "media": {},
                     *           "fonts": [
                     *             {
                     *               "name": "text",
                     *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           ],
                     *           "engine": {
                     *             "framepress": "0.1.0"
                     *           },
                     *           "outputs": {
                     *             "video": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         },
                     *         "expires_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionCreated"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEditToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "edit_token": "text",
                     *       "expires_at": "2026-11-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EditToken"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60).
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "render": "preview"
                 *     }
                 */
                "application/json": components["schemas"]["RenderSessionStart"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "render_session": {
                     *         "id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "title": "For Ana",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "preview": {},
                     *         "missing_editables": [
                     *           "text"
                     *         ],
                     *         "status": "preview_rendered",
                     *         "render_progress": 100,
                     *         "thumbnails": [
                     *           "https://videos.example.com/files/1.jpg?expires=1795168800&signature=4Zb0yq"
                     *         ],
                     *         "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "mapping": {
                     *           "id": "map_3RbXm9KtQv5WzYdP",
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "resources": {
                     *             "name": {
                     *               "source": {
                     *                 "text": "Ana"
                     *               }
                     *             },
                     *             "photo": {
                     *               "source": {
                     *                 "remote_url": "https://videos.example.com/files/photo.jpg"
                     *               },
                     *               "transform": {
                     *                 "crop_strategy": "cover"
                     *               }
                     *             }
                     *           }
                     *         },
                     *         "audio_tracks": {},
                     *         "font_changes": {},
                     *         "source_uploads": [
                     *           {
                     *             "content_type": "image/jpeg",
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "fonts": [
                     *           {
                     *             "name": "Poppins-Bold",
                     *             "family": "Poppins",
                     *             "from": "template",
                     *             "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "phase": "done",
                     *         "queue_position": null,
                     *         "eta_seconds": null,
                     *         "duration": 4,
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "loudness": {
                     *           "integrated_lufs": -14.1,
                     *           "range_lu": 5.2,
                     *           "true_peak_dbtp": -1.2,
                     *           "limited": true
                     *         },
                     *         "outputs": [
                     *           {
                     *             "file": "video",
                     *             "format": "mp4",
                     *             "codec": "h264",
                     *             "width": 1920,
                     *             "height": 1080,
                     *             "fps": 30,
                     *             "duration": 4,
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq"
                     *           }
                     *         ],
                     *         "poster_url": null,
                     *         "hls_url": null,
                     *         "warnings": [],
                     *         "fit": {
                     *           "name": {
                     *             "font_scale": 0.82,
                     *             "lines": 1,
                     *             "overflow": false
                     *           }
                     *         },
                     *         "external_uploads": [],
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "external_id": "order-42",
                     *         "batch_id": "bat_7QmYk2VbXw9TzHcP",
                     *         "batch_row": null,
                     *         "timings": {
                     *           "rendering": 3.2
                     *         },
                     *         "receipt": {
                     *           "template": {
                     *             "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           },
                     *           "mapping": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "media": {},
                     *           "fonts": [
                     *             {
                     *               "name": "text",
                     *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           ],
                     *           "engine": {
                     *             "framepress": "0.1.0"
                     *           },
                     *           "outputs": {
                     *             "video": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         },
                     *         "expires_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60).
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "render_session": {
                     *         "id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "title": "For Ana",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "preview": {},
                     *         "missing_editables": [
                     *           "text"
                     *         ],
                     *         "status": "preview_rendered",
                     *         "render_progress": 100,
                     *         "thumbnails": [
                     *           "https://videos.example.com/files/1.jpg?expires=1795168800&signature=4Zb0yq"
                     *         ],
                     *         "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "mapping": {
                     *           "id": "map_3RbXm9KtQv5WzYdP",
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "resources": {
                     *             "name": {
                     *               "source": {
                     *                 "text": "Ana"
                     *               }
                     *             },
                     *             "photo": {
                     *               "source": {
                     *                 "remote_url": "https://videos.example.com/files/photo.jpg"
                     *               },
                     *               "transform": {
                     *                 "crop_strategy": "cover"
                     *               }
                     *             }
                     *           }
                     *         },
                     *         "audio_tracks": {},
                     *         "font_changes": {},
                     *         "source_uploads": [
                     *           {
                     *             "content_type": "image/jpeg",
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "fonts": [
                     *           {
                     *             "name": "Poppins-Bold",
                     *             "family": "Poppins",
                     *             "from": "template",
                     *             "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "phase": "done",
                     *         "queue_position": null,
                     *         "eta_seconds": null,
                     *         "duration": 4,
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "loudness": {
                     *           "integrated_lufs": -14.1,
                     *           "range_lu": 5.2,
                     *           "true_peak_dbtp": -1.2,
                     *           "limited": true
                     *         },
                     *         "outputs": [
                     *           {
                     *             "file": "video",
                     *             "format": "mp4",
                     *             "codec": "h264",
                     *             "width": 1920,
                     *             "height": 1080,
                     *             "fps": 30,
                     *             "duration": 4,
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq"
                     *           }
                     *         ],
                     *         "poster_url": null,
                     *         "hls_url": null,
                     *         "warnings": [],
                     *         "fit": {
                     *           "name": {
                     *             "font_scale": 0.82,
                     *             "lines": 1,
                     *             "overflow": false
                     *           }
                     *         },
                     *         "external_uploads": [],
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "external_id": "order-42",
                     *         "batch_id": "bat_7QmYk2VbXw9TzHcP",
                     *         "batch_row": null,
                     *         "timings": {
                     *           "rendering": 3.2
                     *         },
                     *         "receipt": {
                     *           "template": {
                     *             "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           },
                     *           "mapping": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "media": {},
                     *           "fonts": [
                     *             {
                     *               "name": "text",
                     *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           ],
                     *           "engine": {
                     *             "framepress": "0.1.0"
                     *           },
                     *           "outputs": {
                     *             "video": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         },
                     *         "expires_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deliverRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_uploads": [
                 *         "xup_2fGhT8"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RenderSessionDeliver"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "render_session": {
                     *         "id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "title": "For Ana",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "preview": {},
                     *         "missing_editables": [
                     *           "text"
                     *         ],
                     *         "status": "preview_rendered",
                     *         "render_progress": 100,
                     *         "thumbnails": [
                     *           "https://videos.example.com/files/1.jpg?expires=1795168800&signature=4Zb0yq"
                     *         ],
                     *         "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "mapping": {
                     *           "id": "map_3RbXm9KtQv5WzYdP",
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "resources": {
                     *             "name": {
                     *               "source": {
                     *                 "text": "Ana"
                     *               }
                     *             },
                     *             "photo": {
                     *               "source": {
                     *                 "remote_url": "https://videos.example.com/files/photo.jpg"
                     *               },
                     *               "transform": {
                     *                 "crop_strategy": "cover"
                     *               }
                     *             }
                     *           }
                     *         },
                     *         "audio_tracks": {},
                     *         "font_changes": {},
                     *         "source_uploads": [
                     *           {
                     *             "content_type": "image/jpeg",
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "fonts": [
                     *           {
                     *             "name": "Poppins-Bold",
                     *             "family": "Poppins",
                     *             "from": "template",
                     *             "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "phase": "done",
                     *         "queue_position": null,
                     *         "eta_seconds": null,
                     *         "duration": 4,
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "loudness": {
                     *           "integrated_lufs": -14.1,
                     *           "range_lu": 5.2,
                     *           "true_peak_dbtp": -1.2,
                     *           "limited": true
                     *         },
                     *         "outputs": [
                     *           {
                     *             "file": "video",
                     *             "format": "mp4",
                     *             "codec": "h264",
                     *             "width": 1920,
                     *             "height": 1080,
                     *             "fps": 30,
                     *             "duration": 4,
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq"
                     *           }
                     *         ],
                     *         "poster_url": null,
                     *         "hls_url": null,
                     *         "warnings": [],
                     *         "fit": {
                     *           "name": {
                     *             "font_scale": 0.82,
                     *             "lines": 1,
                     *             "overflow": false
                     *           }
                     *         },
                     *         "external_uploads": [],
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "external_id": "order-42",
                     *         "batch_id": "bat_7QmYk2VbXw9TzHcP",
                     *         "batch_row": null,
                     *         "timings": {
                     *           "rendering": 3.2
                     *         },
                     *         "receipt": {
                     *           "template": {
                     *             "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           },
                     *           "mapping": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "media": {},
                     *           "fonts": [
                     *             {
                     *               "name": "text",
                     *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           ],
                     *           "engine": {
                     *             "framepress": "0.1.0"
                     *           },
                     *           "outputs": {
                     *             "video": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         },
                     *         "expires_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "render_session": {
                     *         "id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "title": "For Ana",
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "preview": {},
                     *         "missing_editables": [
                     *           "text"
                     *         ],
                     *         "status": "preview_rendered",
                     *         "render_progress": 100,
                     *         "thumbnails": [
                     *           "https://videos.example.com/files/1.jpg?expires=1795168800&signature=4Zb0yq"
                     *         ],
                     *         "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "mapping": {
                     *           "id": "map_3RbXm9KtQv5WzYdP",
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "resources": {
                     *             "name": {
                     *               "source": {
                     *                 "text": "Ana"
                     *               }
                     *             },
                     *             "photo": {
                     *               "source": {
                     *                 "remote_url": "https://videos.example.com/files/photo.jpg"
                     *               },
                     *               "transform": {
                     *                 "crop_strategy": "cover"
                     *               }
                     *             }
                     *           }
                     *         },
                     *         "audio_tracks": {},
                     *         "font_changes": {},
                     *         "source_uploads": [
                     *           {
                     *             "content_type": "image/jpeg",
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "fonts": [
                     *           {
                     *             "name": "Poppins-Bold",
                     *             "family": "Poppins",
                     *             "from": "template",
                     *             "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         ],
                     *         "phase": "done",
                     *         "queue_position": null,
                     *         "eta_seconds": null,
                     *         "duration": 4,
                     *         "width": 1920,
                     *         "height": 1080,
                     *         "fps": 30,
                     *         "loudness": {
                     *           "integrated_lufs": -14.1,
                     *           "range_lu": 5.2,
                     *           "true_peak_dbtp": -1.2,
                     *           "limited": true
                     *         },
                     *         "outputs": [
                     *           {
                     *             "file": "video",
                     *             "format": "mp4",
                     *             "codec": "h264",
                     *             "width": 1920,
                     *             "height": 1080,
                     *             "fps": 30,
                     *             "duration": 4,
                     *             "bytes": 812044,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq"
                     *           }
                     *         ],
                     *         "poster_url": null,
                     *         "hls_url": null,
                     *         "warnings": [],
                     *         "fit": {
                     *           "name": {
                     *             "font_scale": 0.82,
                     *             "lines": 1,
                     *             "overflow": false
                     *           }
                     *         },
                     *         "external_uploads": [],
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "external_id": "order-42",
                     *         "batch_id": "bat_7QmYk2VbXw9TzHcP",
                     *         "batch_row": null,
                     *         "timings": {
                     *           "rendering": 3.2
                     *         },
                     *         "receipt": {
                     *           "template": {
                     *             "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           },
                     *           "mapping": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "media": {},
                     *           "fonts": [
                     *             {
                     *               "name": "text",
                     *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           ],
                     *           "engine": {
                     *             "framepress": "0.1.0"
                     *           },
                     *           "outputs": {
                     *             "video": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           }
                     *         },
                     *         "expires_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description One or more statuses, separated by commas */
                status?: ("checking" | "running" | "paused" | "completed" | "canceled" | "failed")[];
                /** @description Your own id, which lists can be filtered by */
                external_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "batches": [
                     *         {
                     *           "id": "bat_7QmYk2VbXw9TzHcP",
                     *           "title": "For Ana",
                     *           "status": "checking",
                     *           "paused_reason": "user",
                     *           "waiting_for": {
                     *             "code": "text",
                     *             "message": "text"
                     *           },
                     *           "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *           "render": "preview",
                     *           "priority": "normal",
                     *           "external_id": "order-42",
                     *           "metadata": {
                     *             "customer": "1042"
                     *           },
                     *           "counts": {
                     *             "total": 3,
                     *             "invalid": 1,
                     *             "waiting": 1,
                     *             "rendering": 1,
                     *             "rendered": 1,
                     *             "failed": 1,
                     *             "canceled": 1
                     *           },
                     *           "progress": 0,
                     *           "eta_seconds": null,
                     *           "warnings": [],
                     *           "errors": [],
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z",
                     *           "started_at": "2026-11-20T09:30:00.000Z",
                     *           "ended_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["BatchList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createBatch: {
        parameters: {
            query?: {
                /** @description The version that all rows fill, unless a row names its own */
                template_style_version_id?: string;
                /** @description Instead of mapping: the id of a stored mapping, which is copied now */
                mapping_id?: string;
                /** @description A title for people, and the name of the file */
                title?: string;
                /** @description Default: final */
                render?: "preview" | "final";
                /** @description stop (default): a batch with invalid rows pauses after its check */
                invalid_rows?: "stop" | "skip";
                /** @description false: the batch pauses after its check */
                start?: "true" | "false";
                /** @description Your own id, which lists can be filtered by */
                external_id?: string;
                /** @description Default: batch */
                priority?: "normal" | "batch";
                /** @description Of CSV. Default: detected in the first line */
                delimiter?: "," | ";" | "\t" | "tab";
            };
            header?: {
                /**
                 * @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60).
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                 *       "mapping": {
                 *         "missing": "example"
                 *       },
                 *       "rows": [
                 *         {
                 *           "name": "Ana",
                 *           "photo": "https://example.com/ana.jpg",
                 *           "external_id": "order-42"
                 *         },
                 *         {
                 *           "name": "Ben",
                 *           "photo": "https://example.com/ben.jpg",
                 *           "external_id": "order-43"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchCreate"];
                "multipart/form-data": components["schemas"]["BatchUpload"];
                "text/csv": string;
                /** @example text */
                "application/x-ndjson": string;
                "application/jsonl": string;
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "batch": {
                     *         "id": "bat_7QmYk2VbXw9TzHcP",
                     *         "title": "For Ana",
                     *         "status": "checking",
                     *         "paused_reason": "user",
                     *         "waiting_for": {
                     *           "code": "text",
                     *           "message": "text"
                     *         },
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "external_id": "order-42",
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "counts": {
                     *           "total": 3,
                     *           "invalid": 1,
                     *           "waiting": 1,
                     *           "rendering": 1,
                     *           "rendered": 1,
                     *           "failed": 1,
                     *           "canceled": 1
                     *         },
                     *         "progress": 0,
                     *         "eta_seconds": null,
                     *         "warnings": [],
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "started_at": "2026-11-20T09:30:00.000Z",
                     *         "ended_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60).
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "batch": {
                     *         "id": "bat_7QmYk2VbXw9TzHcP",
                     *         "title": "For Ana",
                     *         "status": "checking",
                     *         "paused_reason": "user",
                     *         "waiting_for": {
                     *           "code": "text",
                     *           "message": "text"
                     *         },
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "external_id": "order-42",
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "counts": {
                     *           "total": 3,
                     *           "invalid": 1,
                     *           "waiting": 1,
                     *           "rendering": 1,
                     *           "rendered": 1,
                     *           "failed": 1,
                     *           "canceled": 1
                     *         },
                     *         "progress": 0,
                     *         "eta_seconds": null,
                     *         "warnings": [],
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "started_at": "2026-11-20T09:30:00.000Z",
                     *         "ended_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteBatch: {
        parameters: {
            query?: {
                /** @description true: the sessions are removed as well */
                sessions?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    pauseBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "batch": {
                     *         "id": "bat_7QmYk2VbXw9TzHcP",
                     *         "title": "For Ana",
                     *         "status": "checking",
                     *         "paused_reason": "user",
                     *         "waiting_for": {
                     *           "code": "text",
                     *           "message": "text"
                     *         },
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "external_id": "order-42",
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "counts": {
                     *           "total": 3,
                     *           "invalid": 1,
                     *           "waiting": 1,
                     *           "rendering": 1,
                     *           "rendered": 1,
                     *           "failed": 1,
                     *           "canceled": 1
                     *         },
                     *         "progress": 0,
                     *         "eta_seconds": null,
                     *         "warnings": [],
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "started_at": "2026-11-20T09:30:00.000Z",
                     *         "ended_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resumeBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60).
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "batch": {
                     *         "id": "bat_7QmYk2VbXw9TzHcP",
                     *         "title": "For Ana",
                     *         "status": "checking",
                     *         "paused_reason": "user",
                     *         "waiting_for": {
                     *           "code": "text",
                     *           "message": "text"
                     *         },
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "external_id": "order-42",
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "counts": {
                     *           "total": 3,
                     *           "invalid": 1,
                     *           "waiting": 1,
                     *           "rendering": 1,
                     *           "rendered": 1,
                     *           "failed": 1,
                     *           "canceled": 1
                     *         },
                     *         "progress": 0,
                     *         "eta_seconds": null,
                     *         "warnings": [],
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "started_at": "2026-11-20T09:30:00.000Z",
                     *         "ended_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "batch": {
                     *         "id": "bat_7QmYk2VbXw9TzHcP",
                     *         "title": "For Ana",
                     *         "status": "checking",
                     *         "paused_reason": "user",
                     *         "waiting_for": {
                     *           "code": "text",
                     *           "message": "text"
                     *         },
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "external_id": "order-42",
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "counts": {
                     *           "total": 3,
                     *           "invalid": 1,
                     *           "waiting": 1,
                     *           "rendering": 1,
                     *           "rendered": 1,
                     *           "failed": 1,
                     *           "canceled": 1
                     *         },
                     *         "progress": 0,
                     *         "eta_seconds": null,
                     *         "warnings": [],
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "started_at": "2026-11-20T09:30:00.000Z",
                     *         "ended_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60).
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rows": [
                 *         {
                 *           "row": 3,
                 *           "values": {
                 *             "name": "Ana"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchRetry"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "batch": {
                     *         "id": "bat_7QmYk2VbXw9TzHcP",
                     *         "title": "For Ana",
                     *         "status": "checking",
                     *         "paused_reason": "user",
                     *         "waiting_for": {
                     *           "code": "text",
                     *           "message": "text"
                     *         },
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "external_id": "order-42",
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "counts": {
                     *           "total": 3,
                     *           "invalid": 1,
                     *           "waiting": 1,
                     *           "rendering": 1,
                     *           "rendered": 1,
                     *           "failed": 1,
                     *           "canceled": 1
                     *         },
                     *         "progress": 0,
                     *         "eta_seconds": null,
                     *         "warnings": [],
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "started_at": "2026-11-20T09:30:00.000Z",
                     *         "ended_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBatchRows: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description Only rows in this state */
                state?: "invalid" | "waiting" | "rendering" | "rendered" | "failed" | "canceled";
                /** @description true: also the cells. Needs the scope batch:write */
                values?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rows": [
                     *         {
                     *           "row": 1,
                     *           "state": "invalid",
                     *           "external_id": "order-42",
                     *           "title": "For Ana",
                     *           "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *           "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *           "progress": 0,
                     *           "errors": []
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["BatchRowList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBatchManifest: {
        parameters: {
            query?: {
                /** @description File format */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /** @description The id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                    /**
                     * @example {
                     *       "batch": {
                     *         "id": "bat_7QmYk2VbXw9TzHcP",
                     *         "title": "For Ana",
                     *         "status": "checking",
                     *         "paused_reason": "user",
                     *         "waiting_for": {
                     *           "code": "text",
                     *           "message": "text"
                     *         },
                     *         "template_style_version_id": "tsv_9WzQk4TvRm2NpYbH",
                     *         "render": "preview",
                     *         "priority": "normal",
                     *         "external_id": "order-42",
                     *         "metadata": {
                     *           "customer": "1042"
                     *         },
                     *         "counts": {
                     *           "total": 3,
                     *           "invalid": 1,
                     *           "waiting": 1,
                     *           "rendering": 1,
                     *           "rendered": 1,
                     *           "failed": 1,
                     *           "canceled": 1
                     *         },
                     *         "progress": 0,
                     *         "eta_seconds": null,
                     *         "warnings": [],
                     *         "errors": [],
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "started_at": "2026-11-20T09:30:00.000Z",
                     *         "ended_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "rows": [
                     *         {
                     *           "row": 1,
                     *           "state": "invalid",
                     *           "external_id": "order-42",
                     *           "title": "For Ana",
                     *           "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *           "video_url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq",
                     *           "progress": 0,
                     *           "errors": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BatchManifest"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBatchArchive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDestinations: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destinations": [
                     *         {
                     *           "id": "dst_8vTnR3kLpQzW5yHd",
                     *           "kind": "s3",
                     *           "name": "text",
                     *           "prefix": "s3://videos/campaign",
                     *           "options": {},
                     *           "identity": "AKIAEXAMPLE",
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DestinationList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDestination: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prefix": "s3://videos/campaign",
                 *       "credentials": {
                 *         "access_key_id": "text",
                 *         "secret_access_key": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DestinationCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destination": {
                     *         "id": "dst_8vTnR3kLpQzW5yHd",
                     *         "kind": "s3",
                     *         "name": "text",
                     *         "prefix": "s3://videos/campaign",
                     *         "options": {},
                     *         "identity": "AKIAEXAMPLE",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DestinationResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the destination */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destination": {
                     *         "id": "dst_8vTnR3kLpQzW5yHd",
                     *         "kind": "s3",
                     *         "name": "text",
                     *         "prefix": "s3://videos/campaign",
                     *         "options": {},
                     *         "identity": "AKIAEXAMPLE",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DestinationResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the destination */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the destination */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["DestinationUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destination": {
                     *         "id": "dst_8vTnR3kLpQzW5yHd",
                     *         "kind": "s3",
                     *         "name": "text",
                     *         "prefix": "s3://videos/campaign",
                     *         "options": {},
                     *         "identity": "AKIAEXAMPLE",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DestinationResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testDestination: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the destination */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "test": {
                     *         "ok": true,
                     *         "steps": [
                     *           {
                     *             "step": "write",
                     *             "ok": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DestinationTestResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description Lists the webhook_url of this session instead of the account endpoints */
                render_session_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_endpoints": [
                     *         {
                     *           "id": "whe_6ZtWm4KvQr9YpNbH",
                     *           "url": "https://example.com/hook",
                     *           "events": [
                     *             "render_session.status.changed"
                     *           ],
                     *           "status": "enabled",
                     *           "disabled_reason": "requested",
                     *           "disabled_at": "2026-11-20T09:30:00.000Z",
                     *           "failing_since": null,
                     *           "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *           "previous_secret_expires_at": "2026-11-20T09:30:00.000Z",
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://videos.example.com/files/video.mp4?expires=1795168800&signature=4Zb0yq"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_endpoint": {
                     *         "id": "whe_6ZtWm4KvQr9YpNbH",
                     *         "url": "https://example.com/hook",
                     *         "events": [
                     *           "render_session.status.changed"
                     *         ],
                     *         "status": "enabled",
                     *         "disabled_reason": "requested",
                     *         "disabled_at": "2026-11-20T09:30:00.000Z",
                     *         "failing_since": null,
                     *         "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "previous_secret_expires_at": "2026-11-20T09:30:00.000Z",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointSecretResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_endpoint": {
                     *         "id": "whe_6ZtWm4KvQr9YpNbH",
                     *         "url": "https://example.com/hook",
                     *         "events": [
                     *           "render_session.status.changed"
                     *         ],
                     *         "status": "enabled",
                     *         "disabled_reason": "requested",
                     *         "disabled_at": "2026-11-20T09:30:00.000Z",
                     *         "failing_since": null,
                     *         "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "previous_secret_expires_at": "2026-11-20T09:30:00.000Z",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_endpoint": {
                     *         "id": "whe_6ZtWm4KvQr9YpNbH",
                     *         "url": "https://example.com/hook",
                     *         "events": [
                     *           "render_session.status.changed"
                     *         ],
                     *         "status": "enabled",
                     *         "disabled_reason": "requested",
                     *         "disabled_at": "2026-11-20T09:30:00.000Z",
                     *         "failing_since": null,
                     *         "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "previous_secret_expires_at": "2026-11-20T09:30:00.000Z",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keep_previous": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookSecretRotate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_endpoint": {
                     *         "id": "whe_6ZtWm4KvQr9YpNbH",
                     *         "url": "https://example.com/hook",
                     *         "events": [
                     *           "render_session.status.changed"
                     *         ],
                     *         "status": "enabled",
                     *         "disabled_reason": "requested",
                     *         "disabled_at": "2026-11-20T09:30:00.000Z",
                     *         "failing_since": null,
                     *         "render_session_id": "rs_4KdPq8ZtWm7RvYhN",
                     *         "previous_secret_expires_at": "2026-11-20T09:30:00.000Z",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointSecretResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_delivery": {
                     *         "id": "whd_3QkYv8RmTw5ZbNpL",
                     *         "webhook_endpoint_id": "whe_6ZtWm4KvQr9YpNbH",
                     *         "event_id": "evt_9KvQm3TwRb7ZyNpL",
                     *         "event_type": "render_session.status.changed",
                     *         "subject_id": "text",
                     *         "sequence": 1,
                     *         "status": "delivered",
                     *         "attempts": [
                     *           {
                     *             "at": "text",
                     *             "duration_ms": 38,
                     *             "status": 204,
                     *             "response": "text",
                     *             "error": null
                     *           }
                     *         ],
                     *         "next_attempt_at": "2026-11-20T09:30:00.000Z",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description Only those with this status */
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_deliveries": [
                     *         {
                     *           "id": "whd_3QkYv8RmTw5ZbNpL",
                     *           "webhook_endpoint_id": "whe_6ZtWm4KvQr9YpNbH",
                     *           "event_id": "evt_9KvQm3TwRb7ZyNpL",
                     *           "event_type": "render_session.status.changed",
                     *           "subject_id": "text",
                     *           "sequence": 1,
                     *           "status": "delivered",
                     *           "attempts": [
                     *             {
                     *               "at": "text",
                     *               "duration_ms": 38,
                     *               "status": 204,
                     *               "response": "text",
                     *               "error": null
                     *             }
                     *           ],
                     *           "next_attempt_at": "2026-11-20T09:30:00.000Z",
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-20T00:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replayed": 3
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookReplayResult"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook delivery */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_delivery": {
                     *         "id": "whd_3QkYv8RmTw5ZbNpL",
                     *         "webhook_endpoint_id": "whe_6ZtWm4KvQr9YpNbH",
                     *         "event_id": "evt_9KvQm3TwRb7ZyNpL",
                     *         "event_type": "render_session.status.changed",
                     *         "subject_id": "text",
                     *         "sequence": 1,
                     *         "status": "delivered",
                     *         "attempts": [
                     *           {
                     *             "at": "text",
                     *             "duration_ms": 38,
                     *             "status": 204,
                     *             "response": "text",
                     *             "error": null
                     *           }
                     *         ],
                     *         "next_attempt_at": "2026-11-20T09:30:00.000Z",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.
                 * @example f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the webhook delivery */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_delivery": {
                     *         "id": "whd_3QkYv8RmTw5ZbNpL",
                     *         "webhook_endpoint_id": "whe_6ZtWm4KvQr9YpNbH",
                     *         "event_id": "evt_9KvQm3TwRb7ZyNpL",
                     *         "event_type": "render_session.status.changed",
                     *         "subject_id": "text",
                     *         "sequence": 1,
                     *         "status": "delivered",
                     *         "attempts": [
                     *           {
                     *             "at": "text",
                     *             "duration_ms": 38,
                     *             "status": 204,
                     *             "response": "text",
                     *             "error": null
                     *           }
                     *         ],
                     *         "next_attempt_at": "2026-11-20T09:30:00.000Z",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    watchWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the last event that was received: the stream continues after it. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "id": "acc_default",
                     *         "name": "text",
                     *         "limits": {
                     *           "renders_at_once": null,
                     *           "queued_sessions": null,
                     *           "frames_per_day": null,
                     *           "stored_bytes": null
                     *         },
                     *         "usage": {
                     *           "rendering_sessions": 1,
                     *           "queued_sessions": 1,
                     *           "frames_today": 1200,
                     *           "stored_bytes": 1
                     *         },
                     *         "created_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description The first day (UTC). Default: 29 days before `to` */
                from?: string;
                /** @description The last day (UTC), at most 366 days in all. Default: today */
                to?: string;
                /** @description Days and templates without renders are left out */
                group_by?: "day" | "template" | "day,template";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "usage": [
                     *         {
                     *           "renders": 12,
                     *           "failed_renders": 1,
                     *           "video_seconds": 48,
                     *           "frames": 1200,
                     *           "cpu_seconds": 41.7,
                     *           "bytes": 812044
                     *         }
                     *       ],
                     *       "totals": {
                     *         "renders": 12,
                     *         "failed_renders": 1,
                     *         "video_seconds": 48,
                     *         "frames": 1200,
                     *         "cpu_seconds": 41.7,
                     *         "bytes": 812044
                     *       },
                     *       "from": "text",
                     *       "to": "s3://videos/ana.mp4"
                     *     }
                     */
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clients": [
                     *         {
                     *           "id": "text",
                     *           "name": "text",
                     *           "scope": "*",
                     *           "created_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ClientList"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "scope": "render_session,template_style_version:read"
                 *     }
                 */
                "application/json": components["schemas"]["ClientCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client": {
                     *         "id": "text",
                     *         "name": "text",
                     *         "scope": "*",
                     *         "created_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "client_secret": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ClientSecretResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the client */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client": {
                     *         "id": "text",
                     *         "name": "text",
                     *         "scope": "*",
                     *         "created_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "client_secret": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ClientSecretResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the client */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A part of the file, such as `bytes=0-1023` (RFC 9110). */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /** @description The path of the file */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/avif": unknown;
                    "image/avif-sequence": unknown;
                    "image/heic": unknown;
                    "image/tiff": unknown;
                    "image/bmp": unknown;
                    "image/jxl": unknown;
                    "image/jp2": unknown;
                    "image/vnd.adobe.photoshop": unknown;
                    "image/x-icon": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "video/quicktime": unknown;
                    "video/webm": unknown;
                    "video/x-matroska": unknown;
                    "video/x-msvideo": unknown;
                    "video/ogg": unknown;
                    "video/mp2t": unknown;
                    "video/mpeg": unknown;
                    "video/x-flv": unknown;
                    "video/x-ms-wmv": unknown;
                    "application/mxf": unknown;
                    "audio/mp4": unknown;
                    "audio/mpeg": unknown;
                    "audio/aac": unknown;
                    "audio/ogg": unknown;
                    "audio/wav": unknown;
                    "audio/w64": unknown;
                    "audio/aiff": unknown;
                    "audio/x-caf": unknown;
                    "audio/basic": unknown;
                    "audio/amr": unknown;
                    "audio/flac": unknown;
                    "font/ttf": unknown;
                    "font/otf": unknown;
                    "font/collection": unknown;
                    "font/woff": unknown;
                    "font/woff2": unknown;
                    "application/vnd.apple.mpegurl": unknown;
                    "application/zip": unknown;
                    "application/octet-stream": unknown;
                };
            };
            /** @description Partial content */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Range": components["headers"]["ContentRange"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/avif": unknown;
                    "image/avif-sequence": unknown;
                    "image/heic": unknown;
                    "image/tiff": unknown;
                    "image/bmp": unknown;
                    "image/jxl": unknown;
                    "image/jp2": unknown;
                    "image/vnd.adobe.photoshop": unknown;
                    "image/x-icon": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "video/quicktime": unknown;
                    "video/webm": unknown;
                    "video/x-matroska": unknown;
                    "video/x-msvideo": unknown;
                    "video/ogg": unknown;
                    "video/mp2t": unknown;
                    "video/mpeg": unknown;
                    "video/x-flv": unknown;
                    "video/x-ms-wmv": unknown;
                    "application/mxf": unknown;
                    "audio/mp4": unknown;
                    "audio/mpeg": unknown;
                    "audio/aac": unknown;
                    "audio/ogg": unknown;
                    "audio/wav": unknown;
                    "audio/w64": unknown;
                    "audio/aiff": unknown;
                    "audio/x-caf": unknown;
                    "audio/basic": unknown;
                    "audio/amr": unknown;
                    "audio/flac": unknown;
                    "font/ttf": unknown;
                    "font/otf": unknown;
                    "font/collection": unknown;
                    "font/woff": unknown;
                    "font/woff2": unknown;
                    "application/vnd.apple.mpegurl": unknown;
                    "application/zip": unknown;
                    "application/octet-stream": unknown;
                };
            };
            /** @description Internal error */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            403: components["responses"]["PublicForbidden"];
            404: components["responses"]["PublicNotFound"];
            416: components["responses"]["PublicRangeNotSatisfiable"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getCompositionFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A part of the file, such as `bytes=0-1023` (RFC 9110). */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /** @description The path of the file */
                account: string;
                /** @description The path of the file */
                entry: string;
                /** @description The path of the file */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": unknown;
                    "image/png": unknown;
                    "video/mp4": unknown;
                };
            };
            /** @description Partial content */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Range": components["headers"]["ContentRange"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": unknown;
                    "image/png": unknown;
                    "video/mp4": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            403: components["responses"]["PublicForbidden"];
            404: components["responses"]["PublicNotFound"];
            416: components["responses"]["PublicRangeNotSatisfiable"];
            422: components["responses"]["PublicInvalidRequest"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/list"
                 *     }
                 */
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "result": {
                     *         "tools": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description Internal error */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Malformed request */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": null,
                     *       "error": {
                     *         "code": -32600,
                     *         "message": "Invalid Request"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpError"];
                    /**
                     * @example {
                     *       "type": "urn:framepress:error:editable_missing",
                     *       "title": "Invalid request",
                     *       "status": 422,
                     *       "code": "editable_missing",
                     *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                     *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                     *       "errors": [
                     *         {
                     *           "code": "editable_missing",
                     *           "message": "Expected an entry for /mapping/resources/name but received none.",
                     *           "pointer": "/mapping/resources/name",
                     *           "editable": "name",
                     *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                     *           "retryable": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Internal error */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": null,
                     *       "error": {
                     *         "code": -32600,
                     *         "message": "Invalid Request"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpError"];
                    /**
                     * @example {
                     *       "type": "urn:framepress:error:editable_missing",
                     *       "title": "Invalid request",
                     *       "status": 422,
                     *       "code": "editable_missing",
                     *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                     *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                     *       "errors": [
                     *         {
                     *           "code": "editable_missing",
                     *           "message": "Expected an entry for /mapping/resources/name but received none.",
                     *           "pointer": "/mapping/resources/name",
                     *           "editable": "name",
                     *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                     *           "retryable": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": null,
                     *       "error": {
                     *         "code": -32600,
                     *         "message": "Invalid Request"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpError"];
                    /**
                     * @example {
                     *       "type": "urn:framepress:error:editable_missing",
                     *       "title": "Invalid request",
                     *       "status": 422,
                     *       "code": "editable_missing",
                     *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                     *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                     *       "errors": [
                     *         {
                     *           "code": "editable_missing",
                     *           "message": "Expected an entry for /mapping/resources/name but received none.",
                     *           "pointer": "/mapping/resources/name",
                     *           "editable": "name",
                     *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                     *           "retryable": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": null,
                     *       "error": {
                     *         "code": -32600,
                     *         "message": "Invalid Request"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpError"];
                    /**
                     * @example {
                     *       "type": "urn:framepress:error:editable_missing",
                     *       "title": "Invalid request",
                     *       "status": 422,
                     *       "code": "editable_missing",
                     *       "detail": "Expected an entry for /mapping/resources/name but received none.",
                     *       "request_id": "req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90",
                     *       "errors": [
                     *         {
                     *           "code": "editable_missing",
                     *           "message": "Expected an entry for /mapping/resources/name but received none.",
                     *           "pointer": "/mapping/resources/name",
                     *           "editable": "name",
                     *           "hint": "Add { \"source\": { \"text\": \"…\" } }.",
                     *           "retryable": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getStudioSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "person": {
                     *         "name": "Administrator",
                     *         "role": "admin",
                     *         "account": {
                     *           "id": "acc_default",
                     *           "name": "default"
                     *         }
                     *       },
                     *       "csrf": "k3Vb0cXw",
                     *       "sign_in": {
                     *         "openid": false
                     *       },
                     *       "limits": {
                     *         "upload_bytes": 268435456
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StudioSession"];
                };
            };
            400: components["responses"]["PublicMalformedRequest"];
            401: components["responses"]["PublicUnauthorized"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    createStudioSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "fpl_5TzH"
                 *     }
                 */
                "application/json": components["schemas"]["StudioSignIn"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "person": {
                     *         "name": "Administrator",
                     *         "role": "admin",
                     *         "account": {
                     *           "id": "acc_default",
                     *           "name": "default"
                     *         }
                     *       },
                     *       "csrf": "k3Vb0cXw",
                     *       "sign_in": {
                     *         "openid": false
                     *       },
                     *       "limits": {
                     *         "upload_bytes": 268435456
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StudioSession"];
                };
            };
            400: components["responses"]["PublicMalformedRequest"];
            401: components["responses"]["PublicUnauthorized"];
            403: components["responses"]["PublicForbidden"];
            413: components["responses"]["PublicRequestTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            422: components["responses"]["PublicInvalidRequest"];
            429: components["responses"]["PublicTooManyRequests"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    deleteStudioSession: {
        parameters: {
            query?: {
                /** @description `true`: ends all sessions of the person, also in other browsers */
                everywhere?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            401: components["responses"]["PublicUnauthorized"];
            403: components["responses"]["PublicForbidden"];
            413: components["responses"]["PublicRequestTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            422: components["responses"]["PublicInvalidRequest"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    startOpenIdSignIn: {
        parameters: {
            query?: {
                /** @description Page of the studio to open, such as `/templates` */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            404: components["responses"]["PublicNotFound"];
            422: components["responses"]["PublicInvalidRequest"];
            429: components["responses"]["PublicTooManyRequests"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    finishOpenIdSignIn: {
        parameters: {
            query?: {
                /** @description The code for an ID token */
                code?: string;
                /** @description The state of the request to the issuer */
                state?: string;
                /** @description The reason of the issuer, without a code */
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            404: components["responses"]["PublicNotFound"];
            422: components["responses"]["PublicInvalidRequest"];
            429: components["responses"]["PublicTooManyRequests"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getEngineFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The path of the file */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "text/javascript": unknown;
                    "text/css": unknown;
                    /** @example {} */
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/wasm": unknown;
                    "image/svg+xml": unknown;
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                    "image/x-icon": unknown;
                    "font/woff2": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            404: components["responses"]["PublicNotFound"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getEditorFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The path of the file */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "text/javascript": unknown;
                    "text/css": unknown;
                    /** @example {} */
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/wasm": unknown;
                    "image/svg+xml": unknown;
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                    "image/x-icon": unknown;
                    "font/woff2": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            404: components["responses"]["PublicNotFound"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getStudioStart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getStudioFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The path of the file */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "text/javascript": unknown;
                    "text/css": unknown;
                    /** @example {} */
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/wasm": unknown;
                    "image/svg+xml": unknown;
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                    "image/x-icon": unknown;
                    "font/woff2": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            404: components["responses"]["PublicNotFound"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getQueue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "queue": {
                     *         "unfinished": 9,
                     *         "oldest_render_seconds": 12.5,
                     *         "queued": 7,
                     *         "running": 2,
                     *         "oldest_seconds": 12.5,
                     *         "rate_per_minute": 31.2,
                     *         "work": [
                     *           {
                     *             "kind": "session",
                     *             "priority": "final",
                     *             "queued": 7,
                     *             "running": 2,
                     *             "oldest_seconds": 12.5,
                     *             "rate_per_minute": 31.2
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QueueResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["PublicMalformedRequest"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "parts": {
                     *         "database": "ok",
                     *         "storage": "ok",
                     *         "encoder": "ok"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["PublicMalformedRequest"];
            500: components["responses"]["PublicInternalError"];
            /** @description Service unavailable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "parts": {
                     *         "database": "ok",
                     *         "storage": "ok",
                     *         "encoder": "ok"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getStart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getDocsPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The path of the file */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "text/markdown": unknown;
                    "text/css": unknown;
                    "text/javascript": unknown;
                    /** @example {} */
                    "application/json": unknown;
                    "image/webp": unknown;
                    "image/jpeg": unknown;
                    "image/png": unknown;
                    "image/svg+xml": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            404: components["responses"]["PublicNotFound"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getLlmsText: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getLlmsFullText: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: {
                /** @description OpenAPI version: 3.0 is for client generators that cannot read 3.1 */
                version?: "3.1" | "3.0";
            };
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicMalformedRequest"];
            422: components["responses"]["PublicInvalidRequest"];
            500: components["responses"]["PublicInternalError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
}
