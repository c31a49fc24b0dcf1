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
        /** Request an access token (RFC 6749, client credentials) */
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
        /** Revoke an access token (RFC 7009) */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/template_style_versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a template package
         * @description Scope: template_style_version:write.
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
         * @description Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
         */
        get: operations["getTemplateStyleVersion"];
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
         * @description Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
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
         * @description Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
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
         * @description Scope: mapping:read.
         */
        get: operations["listMappings"];
        put?: never;
        /**
         * Store a mapping, which may be partial
         * @description Scope: mapping:write.
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
         * @description Scope: mapping:read.
         */
        get: operations["getMapping"];
        /**
         * Replace a mapping
         * @description Scope: mapping:write.
         */
        put: operations["replaceMapping"];
        post?: never;
        /**
         * Remove a stored mapping
         * @description Scope: mapping:write.
         */
        delete: operations["deleteMapping"];
        options?: never;
        head?: never;
        /**
         * Change entries of a mapping
         * @description Scope: mapping:write.
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
         * @description Scope: mapping:write. An edit token is accepted as well.
         */
        post: operations["validateMapping"];
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
        get?: never;
        put?: never;
        /**
         * Upload a media file, for use in mappings by its id
         * @description Scope: upload:write. An edit token is accepted as well.
         */
        post: operations["createUpload"];
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
         * @description Scope: render_session:write. An edit token is accepted as well.
         */
        post: operations["createStill"];
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
         * @description Scope: render_session:read.
         */
        get: operations["listRenderSessions"];
        put?: never;
        /**
         * Create a render session
         * @description Scope: render_session:write.
         */
        post: operations["createRenderSession"];
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
         * @description Scope: render_session:read. An edit token of this session is accepted as well.
         */
        get: operations["getRenderSession"];
        put?: never;
        post?: never;
        /**
         * Remove a render session with its files; a running render is canceled
         * @description Scope: render_session:write.
         */
        delete: operations["deleteRenderSession"];
        options?: never;
        head?: never;
        /**
         * Change the title, or the mapping of a draft
         * @description Scope: render_session:write. An edit token of this session is accepted as well.
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
         * @description Scope: render_session:read. An edit token of this session is accepted as well.
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
         * @description Scope: render_session:write. An edit token of this session is accepted as well.
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
         * @description Scope: render_session:write. An edit token of this session is accepted as well.
         */
        post: operations["retryRenderSession"];
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
         * @description Scope: render_session:write. An edit token of this session is accepted as well.
         */
        post: operations["cancelRenderSession"];
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
         * @description Scope: destination:read.
         */
        get: operations["listDestinations"];
        put?: never;
        /**
         * Add a cloud storage destination with its credentials
         * @description Scope: destination:write.
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
         * @description Scope: destination:read.
         */
        get: operations["getDestination"];
        put?: never;
        post?: never;
        /**
         * Remove a destination
         * @description Scope: destination:write.
         */
        delete: operations["deleteDestination"];
        options?: never;
        head?: never;
        /**
         * Change a destination; options and credentials are replaced completely
         * @description Scope: destination:write.
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
         * @description Scope: destination:write.
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
         * @description Scope: webhook_endpoint:read.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Add a webhook endpoint; only this response contains its secret
         * @description Scope: webhook_endpoint:write.
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
         * @description Scope: webhook_endpoint:read.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook endpoint with its delivery log
         * @description Scope: webhook_endpoint:write.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a webhook endpoint
         * @description Scope: webhook_endpoint:write.
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
         * @description Scope: webhook_endpoint:write.
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
         * @description Scope: webhook_endpoint:write.
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
         * @description Scope: webhook_endpoint:read.
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
         * @description Scope: webhook_endpoint:write.
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
         * @description Scope: webhook_endpoint:read.
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
         * @description Scope: webhook_endpoint:write.
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
         * @description Scope: webhook_endpoint:read.
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
    "/files/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a file by its signed URL; Range, HEAD and validators as in RFC 9110 */
        get: operations["getFile"];
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
        /** Check whether the process is alive */
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
        /** Check whether the service is ready; 503 when it is not */
        get: operations["getReadiness"];
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
        /** Read the OpenAPI document */
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
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Problem details (RFC 9457) with all faults of the request */
        Problem: {
            type: string;
            title: string;
            status: number;
            code: string;
            detail: string;
            request_id: string;
            errors: {
                code: string;
                message: string;
                pointer?: string;
                editable?: string;
                url?: string;
                layer_path?: string;
                hint?: string;
                retryable: boolean;
            }[];
            /** @description Number of faults after the first 100 */
            more_errors?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
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
                "application/json": {
                    /** @constant */
                    grant_type: "client_credentials";
                    scope?: string;
                    client_id?: string;
                    client_secret?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @constant */
                    grant_type: "client_credentials";
                    scope?: string;
                    client_id?: string;
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        /** @constant */
                        token_type: "bearer";
                        created_at: number;
                        expires_in: number | null;
                        scope: string;
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
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
                "application/json": {
                    token: string;
                    client_id?: string;
                    client_secret?: string;
                };
                "application/x-www-form-urlencoded": {
                    token: string;
                    client_id?: string;
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
                        error_description: string;
                    };
                };
            };
        };
    };
    createTemplateStyleVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A .lottie, .zip or .json package
                     */
                    file: string;
                    template_id?: string;
                    template_style_id?: string;
                    /** @default en */
                    language?: string;
                    /** @default  */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        template_style_version: {
                            id: string;
                            /** @enum {string} */
                            status: "processing" | "demo_rendering" | "edit_ready" | "failed";
                            template_id: string;
                            template_style_id: string;
                            language: string;
                            name: string;
                            width: number | null;
                            height: number | null;
                            fps: number | null;
                            duration: number | null;
                            editables: {
                                [key: string]: {
                                    /** @enum {string} */
                                    input_type: "text" | "color" | "image" | "video" | "audio" | "font";
                                    label: string;
                                    required: boolean;
                                    stillcut: string;
                                    start: number;
                                    end: number;
                                    example_text?: string;
                                    /**
                                     * @description false: the package has no example file, so an entry is required even with missing: example
                                     * @constant
                                     */
                                    has_example?: false;
                                    fonts?: string[];
                                    width?: number;
                                    height?: number;
                                    /** @description How long an audio or video editable plays, in seconds */
                                    duration?: number;
                                    /** @description Volume of an audio editable: 1 is unchanged */
                                    volume?: number;
                                    max_length?: number;
                                    multiline?: boolean;
                                    min_font_size?: number;
                                    max_lines?: number;
                                    max_width?: number;
                                    box?: {
                                        width: number;
                                        height: number;
                                    };
                                };
                            };
                            fonts: string[];
                            stillcuts: {
                                [key: string]: string;
                            };
                            demo_video_url: string | null;
                            report: {
                                errors: {
                                    code: string;
                                    message: string;
                                    layer_path: string | null;
                                    hint: string | null;
                                }[];
                                warnings: {
                                    code: string;
                                    message: string;
                                    layer_path: string | null;
                                    hint: string | null;
                                }[];
                            };
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTemplateStyleVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        template_style_version: {
                            id: string;
                            /** @enum {string} */
                            status: "processing" | "demo_rendering" | "edit_ready" | "failed";
                            template_id: string;
                            template_style_id: string;
                            language: string;
                            name: string;
                            width: number | null;
                            height: number | null;
                            fps: number | null;
                            duration: number | null;
                            editables: {
                                [key: string]: {
                                    /** @enum {string} */
                                    input_type: "text" | "color" | "image" | "video" | "audio" | "font";
                                    label: string;
                                    required: boolean;
                                    stillcut: string;
                                    start: number;
                                    end: number;
                                    example_text?: string;
                                    /**
                                     * @description false: the package has no example file, so an entry is required even with missing: example
                                     * @constant
                                     */
                                    has_example?: false;
                                    fonts?: string[];
                                    width?: number;
                                    height?: number;
                                    /** @description How long an audio or video editable plays, in seconds */
                                    duration?: number;
                                    /** @description Volume of an audio editable: 1 is unchanged */
                                    volume?: number;
                                    max_length?: number;
                                    multiline?: boolean;
                                    min_font_size?: number;
                                    max_lines?: number;
                                    max_width?: number;
                                    box?: {
                                        width: number;
                                        height: number;
                                    };
                                };
                            };
                            fonts: string[];
                            stillcuts: {
                                [key: string]: string;
                            };
                            demo_video_url: string | null;
                            report: {
                                errors: {
                                    code: string;
                                    message: string;
                                    layer_path: string | null;
                                    hint: string | null;
                                }[];
                                warnings: {
                                    code: string;
                                    message: string;
                                    layer_path: string | null;
                                    hint: string | null;
                                }[];
                            };
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTemplateStyleVersionSpecs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        style_version: {
                            id: string;
                            editables: {
                                [key: string]: {
                                    /** @enum {string} */
                                    input_type: "text" | "color" | "image" | "video" | "audio" | "font";
                                    label: string;
                                    required: boolean;
                                    stillcut: string;
                                    start: number;
                                    end: number;
                                    example_text?: string;
                                    /**
                                     * @description false: the package has no example file, so an entry is required even with missing: example
                                     * @constant
                                     */
                                    has_example?: false;
                                    fonts?: string[];
                                    width?: number;
                                    height?: number;
                                    /** @description How long an audio or video editable plays, in seconds */
                                    duration?: number;
                                    /** @description Volume of an audio editable: 1 is unchanged */
                                    volume?: number;
                                    max_length?: number;
                                    multiline?: boolean;
                                    min_font_size?: number;
                                    max_lines?: number;
                                    max_width?: number;
                                    box?: {
                                        width: number;
                                        height: number;
                                    };
                                };
                            };
                            fonts: string[];
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTemplateStyleVersionSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        $schema: string;
                        properties: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMappings: {
        parameters: {
            query?: {
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mappings: {
                            id: string;
                            template_style_version_id: string;
                            created_at: string;
                            updated_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    template_style_version_id: string;
                    resources?: {
                        [key: string]: unknown;
                    };
                    audio_tracks?: {
                        [key: string]: unknown;
                    };
                    font_changes?: {
                        [key: string]: unknown;
                    };
                    /** @constant */
                    missing?: "example";
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mapping: {
                            id: string;
                            template_style_version_id: string;
                            resources: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mapping: {
                            id: string;
                            template_style_version_id: string;
                            resources: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    template_style_version_id: string;
                    resources?: {
                        [key: string]: unknown;
                    };
                    audio_tracks?: {
                        [key: string]: unknown;
                    };
                    font_changes?: {
                        [key: string]: unknown;
                    };
                    /** @constant */
                    missing?: "example";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mapping: {
                            id: string;
                            template_style_version_id: string;
                            resources: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    template_style_version_id?: string;
                    resources?: {
                        [key: string]: unknown;
                    };
                    audio_tracks?: {
                        [key: string]: unknown;
                    };
                    font_changes?: {
                        [key: string]: unknown;
                    };
                    missing?: "example" | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mapping: {
                            id: string;
                            template_style_version_id: string;
                            resources: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                "application/json": {
                    mapping: {
                        template_style_version_id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        valid: boolean;
                        errors: {
                            code: string;
                            message: string;
                            pointer?: string;
                            editable?: string;
                            url?: string;
                            layer_path?: string;
                            hint?: string;
                            retryable: boolean;
                        }[];
                        /** @description Number of faults after the first 100 */
                        more_errors?: number;
                        warnings: ({
                            code: string;
                            message: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        fit: {
                            [key: string]: {
                                font_scale?: number;
                                lines?: number;
                                overflow?: boolean;
                                word_broken?: boolean;
                                missing_glyphs?: string[];
                                fallback_fonts?: string[];
                                /** @description The visible part, in pixels of the source after its orientation is applied */
                                crop?: {
                                    x: number;
                                    y: number;
                                    width: number;
                                    height: number;
                                };
                            };
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description An image, a font, a video or an audio file
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        upload: {
                            id: string;
                            content_type: string;
                            bytes: number;
                            sha256: string;
                            width?: number;
                            height?: number;
                            duration?: number;
                            created_at: string;
                            expires_at: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                "application/json": {
                    /** @description Entries by editable name; the specs of the version list the editables */
                    mapping: {
                        template_style_version_id: string;
                        resources: {
                            [key: string]: unknown;
                        };
                        audio_tracks?: {
                            [key: string]: unknown;
                        };
                        font_changes?: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        missing?: "example";
                    };
                    /** @description Seconds from the start */
                    at?: number;
                    stillcut?: string;
                    width?: number;
                    /**
                     * @default png
                     * @enum {string}
                     */
                    format?: "png" | "jpeg" | "webp";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRenderSessions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
                external_id?: string;
                template_style_version_id?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        render_sessions: {
                            id: string;
                            title: string;
                            /** @enum {string} */
                            status: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
                            render_progress: number;
                            thumbnails: string[];
                            video_url: string | null;
                            errors: {
                                code: string;
                                message: string;
                                pointer?: string;
                                editable?: string;
                                url?: string;
                                layer_path?: string;
                                hint?: string;
                                retryable: boolean;
                            }[];
                            created_at: string;
                            updated_at: string;
                            phase: string;
                            /** @description Position among the sessions of the account: 1 renders next; null when not waiting */
                            queue_position: number | null;
                            /** @description Estimated seconds until the render ends; null while unknown */
                            eta_seconds: number | null;
                            duration: number | null;
                            width: number | null;
                            height: number | null;
                            fps: number | null;
                            poster_url: string | null;
                            /** @description HLS playlist. It can be played as soon as the first seconds are rendered. */
                            hls_url: string | null;
                            metadata: {
                                [key: string]: string;
                            };
                            external_id: string | null;
                            expires_at: string | null;
                            mapping_id: string;
                            template_style_version_id: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    /** @enum {string} */
                    render?: "preview" | "final";
                    /** @description Entries by editable name; the specs of the version list the editables */
                    mapping?: {
                        template_style_version_id: string;
                        resources: {
                            [key: string]: unknown;
                        };
                        audio_tracks?: {
                            [key: string]: unknown;
                        };
                        font_changes?: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        missing?: "example";
                    };
                    /** @description Instead of mapping: the id of a stored mapping, which is copied now */
                    mapping_id?: string;
                    /** @description The output, or a list of outputs of one render; the first is the main output */
                    output?: {
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
                        width?: number;
                        /** @description Default: calculated from the width, with the same aspect ratio */
                        height?: number;
                        fps?: number;
                        /**
                         * @description Default: standard for a preview, high for a final
                         * @enum {string}
                         */
                        quality?: "draft" | "standard" | "high";
                    } | {
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
                        width?: number;
                        /** @description Default: calculated from the width, with the same aspect ratio */
                        height?: number;
                        fps?: number;
                        /**
                         * @description Default: standard for a preview, high for a final
                         * @enum {string}
                         */
                        quality?: "draft" | "standard" | "high";
                    }[];
                    external_uploads?: {
                        /** @description The target of the file. The placeholders {id}, {title}, {external_id}, {metadata.<key>} and {ext} are replaced. With / at the end it is a folder. */
                        to: string;
                        /** @description Default: video. thumbnails is one upload for each thumbnail, numbered by {index}. */
                        file?: string;
                        /**
                         * @description The render after which the file is sent. Default: after each render
                         * @enum {string}
                         */
                        render?: "preview" | "final";
                        content_type?: string;
                        cache_control?: string;
                        /** @description Whether to replace an existing object. Default: true */
                        overwrite?: boolean;
                    }[];
                    /** @description true: the response contains a token for this session only, for use in a browser */
                    edit_token?: boolean;
                    /** @enum {string} */
                    priority?: "normal" | "batch";
                    metadata?: {
                        [key: string]: string;
                    };
                    external_id?: string;
                    /** @description Receives the events of this session, in addition to the webhook endpoints */
                    webhook_url?: string;
                    /** @description Signs the requests to webhook_url. Default: a new secret, which the response contains */
                    webhook_secret?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        render_session: {
                            id: string;
                            title: string;
                            /** @enum {string} */
                            status: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
                            render_progress: number;
                            thumbnails: string[];
                            video_url: string | null;
                            errors: {
                                code: string;
                                message: string;
                                pointer?: string;
                                editable?: string;
                                url?: string;
                                layer_path?: string;
                                hint?: string;
                                retryable: boolean;
                            }[];
                            created_at: string;
                            updated_at: string;
                            mapping: {
                                id: string;
                                template_style_version_id: string;
                                resources: {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                            audio_tracks: {
                                [key: string]: unknown;
                            };
                            font_changes: {
                                [key: string]: unknown;
                            };
                            source_uploads: ({
                                editable?: string;
                                /** @description Instead of `editable`: the entry of font_changes */
                                font?: string;
                                /** @description `null` when its encryption key is lost */
                                remote_url?: string | null;
                                upload_id?: string;
                                content_type: string;
                                bytes: number;
                                sha256: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fonts: {
                                name: string;
                                family: string;
                                /** @enum {string} */
                                from: "template" | "font_changes" | "account" | "fallback";
                                digest: string;
                            }[];
                            phase: string;
                            /** @description Position among the sessions of the account: 1 renders next; null when not waiting */
                            queue_position: number | null;
                            /** @description Estimated seconds until the render ends; null while unknown */
                            eta_seconds: number | null;
                            duration: number | null;
                            width: number | null;
                            height: number | null;
                            fps: number | null;
                            /** @description Loudness of the finished audio (EBU R128); null without audio */
                            loudness: {
                                integrated_lufs: number | null;
                                range_lu: number | null;
                                true_peak_dbtp: number | null;
                                limited: boolean;
                            } | null;
                            outputs: {
                                /** @description The name in external_uploads: video, video_2 … */
                                file: string;
                                format: string;
                                codec: string;
                                width: number;
                                height: number;
                                fps: number;
                                duration: number;
                                bytes: number;
                                sha256: string;
                                url: string;
                            }[];
                            poster_url: string | null;
                            /** @description HLS playlist. It can be played as soon as the first seconds are rendered. */
                            hls_url: string | null;
                            warnings: ({
                                code: string;
                                message: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fit: {
                                [key: string]: {
                                    font_scale?: number;
                                    lines?: number;
                                    overflow?: boolean;
                                    word_broken?: boolean;
                                    missing_glyphs?: string[];
                                    fallback_fonts?: string[];
                                    /** @description The visible part, in pixels of the source after its orientation is applied */
                                    crop?: {
                                        x: number;
                                        y: number;
                                        width: number;
                                        height: number;
                                    };
                                };
                            };
                            external_uploads: {
                                id: string;
                                to: string;
                                file: string;
                                render: ("preview" | "final") | null;
                                /** @enum {string} */
                                status: "waiting" | "pending" | "uploading" | "retrying" | "complete" | "failed" | "canceled";
                                attempts: number;
                                next_attempt_at: string | null;
                                remote_id: string | null;
                                bytes: number | null;
                                md5: string | null;
                                version: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                    pointer?: string;
                                    editable?: string;
                                    url?: string;
                                    layer_path?: string;
                                    hint?: string;
                                    retryable: boolean;
                                } | null;
                                ended_at: string | null;
                            }[];
                            metadata: {
                                [key: string]: string;
                            };
                            external_id: string | null;
                            timings: {
                                [key: string]: number;
                            };
                            /** @description SHA-256 of all inputs that determine the files, and of the files */
                            receipt: {
                                template: {
                                    template_style_version_id: string;
                                    sha256: string;
                                    /** @description Version of the importer. Not in receipts of earlier versions */
                                    importer_version?: number;
                                };
                                mapping: string;
                                media: {
                                    [key: string]: string;
                                };
                                fonts: {
                                    name: string;
                                    sha256: string;
                                }[];
                                /** @description Missing in receipts of earlier versions of Framepress */
                                settings?: {
                                    loudness_target_lufs: number | null;
                                    outputs: {
                                        [key: string]: {
                                            format: string;
                                            codec: string;
                                            width: number;
                                            height: number;
                                            fps: number;
                                            quality: string;
                                            encoder: string;
                                        };
                                    };
                                };
                                engine: {
                                    [key: string]: string | number;
                                };
                                outputs: {
                                    [key: string]: string;
                                };
                            } | null;
                            expires_at: string | null;
                        };
                        /** @description A token that reads and changes this session; returned only here */
                        edit_token?: string;
                        /** @description The new secret for webhook_url; returned only here */
                        webhook_secret?: string;
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRenderSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        render_session: {
                            id: string;
                            title: string;
                            /** @enum {string} */
                            status: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
                            render_progress: number;
                            thumbnails: string[];
                            video_url: string | null;
                            errors: {
                                code: string;
                                message: string;
                                pointer?: string;
                                editable?: string;
                                url?: string;
                                layer_path?: string;
                                hint?: string;
                                retryable: boolean;
                            }[];
                            created_at: string;
                            updated_at: string;
                            mapping: {
                                id: string;
                                template_style_version_id: string;
                                resources: {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                            audio_tracks: {
                                [key: string]: unknown;
                            };
                            font_changes: {
                                [key: string]: unknown;
                            };
                            source_uploads: ({
                                editable?: string;
                                /** @description Instead of `editable`: the entry of font_changes */
                                font?: string;
                                /** @description `null` when its encryption key is lost */
                                remote_url?: string | null;
                                upload_id?: string;
                                content_type: string;
                                bytes: number;
                                sha256: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fonts: {
                                name: string;
                                family: string;
                                /** @enum {string} */
                                from: "template" | "font_changes" | "account" | "fallback";
                                digest: string;
                            }[];
                            phase: string;
                            /** @description Position among the sessions of the account: 1 renders next; null when not waiting */
                            queue_position: number | null;
                            /** @description Estimated seconds until the render ends; null while unknown */
                            eta_seconds: number | null;
                            duration: number | null;
                            width: number | null;
                            height: number | null;
                            fps: number | null;
                            /** @description Loudness of the finished audio (EBU R128); null without audio */
                            loudness: {
                                integrated_lufs: number | null;
                                range_lu: number | null;
                                true_peak_dbtp: number | null;
                                limited: boolean;
                            } | null;
                            outputs: {
                                /** @description The name in external_uploads: video, video_2 … */
                                file: string;
                                format: string;
                                codec: string;
                                width: number;
                                height: number;
                                fps: number;
                                duration: number;
                                bytes: number;
                                sha256: string;
                                url: string;
                            }[];
                            poster_url: string | null;
                            /** @description HLS playlist. It can be played as soon as the first seconds are rendered. */
                            hls_url: string | null;
                            warnings: ({
                                code: string;
                                message: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fit: {
                                [key: string]: {
                                    font_scale?: number;
                                    lines?: number;
                                    overflow?: boolean;
                                    word_broken?: boolean;
                                    missing_glyphs?: string[];
                                    fallback_fonts?: string[];
                                    /** @description The visible part, in pixels of the source after its orientation is applied */
                                    crop?: {
                                        x: number;
                                        y: number;
                                        width: number;
                                        height: number;
                                    };
                                };
                            };
                            external_uploads: {
                                id: string;
                                to: string;
                                file: string;
                                render: ("preview" | "final") | null;
                                /** @enum {string} */
                                status: "waiting" | "pending" | "uploading" | "retrying" | "complete" | "failed" | "canceled";
                                attempts: number;
                                next_attempt_at: string | null;
                                remote_id: string | null;
                                bytes: number | null;
                                md5: string | null;
                                version: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                    pointer?: string;
                                    editable?: string;
                                    url?: string;
                                    layer_path?: string;
                                    hint?: string;
                                    retryable: boolean;
                                } | null;
                                ended_at: string | null;
                            }[];
                            metadata: {
                                [key: string]: string;
                            };
                            external_id: string | null;
                            timings: {
                                [key: string]: number;
                            };
                            /** @description SHA-256 of all inputs that determine the files, and of the files */
                            receipt: {
                                template: {
                                    template_style_version_id: string;
                                    sha256: string;
                                    /** @description Version of the importer. Not in receipts of earlier versions */
                                    importer_version?: number;
                                };
                                mapping: string;
                                media: {
                                    [key: string]: string;
                                };
                                fonts: {
                                    name: string;
                                    sha256: string;
                                }[];
                                /** @description Missing in receipts of earlier versions of Framepress */
                                settings?: {
                                    loudness_target_lufs: number | null;
                                    outputs: {
                                        [key: string]: {
                                            format: string;
                                            codec: string;
                                            width: number;
                                            height: number;
                                            fps: number;
                                            quality: string;
                                            encoder: string;
                                        };
                                    };
                                };
                                engine: {
                                    [key: string]: string | number;
                                };
                                outputs: {
                                    [key: string]: string;
                                };
                            } | null;
                            expires_at: string | null;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteRenderSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateRenderSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    /** @description Replaces the whole mapping; only possible for a draft */
                    mapping?: {
                        template_style_version_id: string;
                        resources: {
                            [key: string]: unknown;
                        };
                        audio_tracks?: {
                            [key: string]: unknown;
                        };
                        font_changes?: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        missing?: "example";
                        id?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        render_session: {
                            id: string;
                            title: string;
                            /** @enum {string} */
                            status: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
                            render_progress: number;
                            thumbnails: string[];
                            video_url: string | null;
                            errors: {
                                code: string;
                                message: string;
                                pointer?: string;
                                editable?: string;
                                url?: string;
                                layer_path?: string;
                                hint?: string;
                                retryable: boolean;
                            }[];
                            created_at: string;
                            updated_at: string;
                            mapping: {
                                id: string;
                                template_style_version_id: string;
                                resources: {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                            audio_tracks: {
                                [key: string]: unknown;
                            };
                            font_changes: {
                                [key: string]: unknown;
                            };
                            source_uploads: ({
                                editable?: string;
                                /** @description Instead of `editable`: the entry of font_changes */
                                font?: string;
                                /** @description `null` when its encryption key is lost */
                                remote_url?: string | null;
                                upload_id?: string;
                                content_type: string;
                                bytes: number;
                                sha256: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fonts: {
                                name: string;
                                family: string;
                                /** @enum {string} */
                                from: "template" | "font_changes" | "account" | "fallback";
                                digest: string;
                            }[];
                            phase: string;
                            /** @description Position among the sessions of the account: 1 renders next; null when not waiting */
                            queue_position: number | null;
                            /** @description Estimated seconds until the render ends; null while unknown */
                            eta_seconds: number | null;
                            duration: number | null;
                            width: number | null;
                            height: number | null;
                            fps: number | null;
                            /** @description Loudness of the finished audio (EBU R128); null without audio */
                            loudness: {
                                integrated_lufs: number | null;
                                range_lu: number | null;
                                true_peak_dbtp: number | null;
                                limited: boolean;
                            } | null;
                            outputs: {
                                /** @description The name in external_uploads: video, video_2 … */
                                file: string;
                                format: string;
                                codec: string;
                                width: number;
                                height: number;
                                fps: number;
                                duration: number;
                                bytes: number;
                                sha256: string;
                                url: string;
                            }[];
                            poster_url: string | null;
                            /** @description HLS playlist. It can be played as soon as the first seconds are rendered. */
                            hls_url: string | null;
                            warnings: ({
                                code: string;
                                message: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fit: {
                                [key: string]: {
                                    font_scale?: number;
                                    lines?: number;
                                    overflow?: boolean;
                                    word_broken?: boolean;
                                    missing_glyphs?: string[];
                                    fallback_fonts?: string[];
                                    /** @description The visible part, in pixels of the source after its orientation is applied */
                                    crop?: {
                                        x: number;
                                        y: number;
                                        width: number;
                                        height: number;
                                    };
                                };
                            };
                            external_uploads: {
                                id: string;
                                to: string;
                                file: string;
                                render: ("preview" | "final") | null;
                                /** @enum {string} */
                                status: "waiting" | "pending" | "uploading" | "retrying" | "complete" | "failed" | "canceled";
                                attempts: number;
                                next_attempt_at: string | null;
                                remote_id: string | null;
                                bytes: number | null;
                                md5: string | null;
                                version: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                    pointer?: string;
                                    editable?: string;
                                    url?: string;
                                    layer_path?: string;
                                    hint?: string;
                                    retryable: boolean;
                                } | null;
                                ended_at: string | null;
                            }[];
                            metadata: {
                                [key: string]: string;
                            };
                            external_id: string | null;
                            timings: {
                                [key: string]: number;
                            };
                            /** @description SHA-256 of all inputs that determine the files, and of the files */
                            receipt: {
                                template: {
                                    template_style_version_id: string;
                                    sha256: string;
                                    /** @description Version of the importer. Not in receipts of earlier versions */
                                    importer_version?: number;
                                };
                                mapping: string;
                                media: {
                                    [key: string]: string;
                                };
                                fonts: {
                                    name: string;
                                    sha256: string;
                                }[];
                                /** @description Missing in receipts of earlier versions of Framepress */
                                settings?: {
                                    loudness_target_lufs: number | null;
                                    outputs: {
                                        [key: string]: {
                                            format: string;
                                            codec: string;
                                            width: number;
                                            height: number;
                                            fps: number;
                                            quality: string;
                                            encoder: string;
                                        };
                                    };
                                };
                                engine: {
                                    [key: string]: string | number;
                                };
                                outputs: {
                                    [key: string]: string;
                                };
                            } | null;
                            expires_at: string | null;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    watchRenderSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    render: "preview" | "final";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        render_session: {
                            id: string;
                            title: string;
                            /** @enum {string} */
                            status: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
                            render_progress: number;
                            thumbnails: string[];
                            video_url: string | null;
                            errors: {
                                code: string;
                                message: string;
                                pointer?: string;
                                editable?: string;
                                url?: string;
                                layer_path?: string;
                                hint?: string;
                                retryable: boolean;
                            }[];
                            created_at: string;
                            updated_at: string;
                            mapping: {
                                id: string;
                                template_style_version_id: string;
                                resources: {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                            audio_tracks: {
                                [key: string]: unknown;
                            };
                            font_changes: {
                                [key: string]: unknown;
                            };
                            source_uploads: ({
                                editable?: string;
                                /** @description Instead of `editable`: the entry of font_changes */
                                font?: string;
                                /** @description `null` when its encryption key is lost */
                                remote_url?: string | null;
                                upload_id?: string;
                                content_type: string;
                                bytes: number;
                                sha256: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fonts: {
                                name: string;
                                family: string;
                                /** @enum {string} */
                                from: "template" | "font_changes" | "account" | "fallback";
                                digest: string;
                            }[];
                            phase: string;
                            /** @description Position among the sessions of the account: 1 renders next; null when not waiting */
                            queue_position: number | null;
                            /** @description Estimated seconds until the render ends; null while unknown */
                            eta_seconds: number | null;
                            duration: number | null;
                            width: number | null;
                            height: number | null;
                            fps: number | null;
                            /** @description Loudness of the finished audio (EBU R128); null without audio */
                            loudness: {
                                integrated_lufs: number | null;
                                range_lu: number | null;
                                true_peak_dbtp: number | null;
                                limited: boolean;
                            } | null;
                            outputs: {
                                /** @description The name in external_uploads: video, video_2 … */
                                file: string;
                                format: string;
                                codec: string;
                                width: number;
                                height: number;
                                fps: number;
                                duration: number;
                                bytes: number;
                                sha256: string;
                                url: string;
                            }[];
                            poster_url: string | null;
                            /** @description HLS playlist. It can be played as soon as the first seconds are rendered. */
                            hls_url: string | null;
                            warnings: ({
                                code: string;
                                message: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fit: {
                                [key: string]: {
                                    font_scale?: number;
                                    lines?: number;
                                    overflow?: boolean;
                                    word_broken?: boolean;
                                    missing_glyphs?: string[];
                                    fallback_fonts?: string[];
                                    /** @description The visible part, in pixels of the source after its orientation is applied */
                                    crop?: {
                                        x: number;
                                        y: number;
                                        width: number;
                                        height: number;
                                    };
                                };
                            };
                            external_uploads: {
                                id: string;
                                to: string;
                                file: string;
                                render: ("preview" | "final") | null;
                                /** @enum {string} */
                                status: "waiting" | "pending" | "uploading" | "retrying" | "complete" | "failed" | "canceled";
                                attempts: number;
                                next_attempt_at: string | null;
                                remote_id: string | null;
                                bytes: number | null;
                                md5: string | null;
                                version: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                    pointer?: string;
                                    editable?: string;
                                    url?: string;
                                    layer_path?: string;
                                    hint?: string;
                                    retryable: boolean;
                                } | null;
                                ended_at: string | null;
                            }[];
                            metadata: {
                                [key: string]: string;
                            };
                            external_id: string | null;
                            timings: {
                                [key: string]: number;
                            };
                            /** @description SHA-256 of all inputs that determine the files, and of the files */
                            receipt: {
                                template: {
                                    template_style_version_id: string;
                                    sha256: string;
                                    /** @description Version of the importer. Not in receipts of earlier versions */
                                    importer_version?: number;
                                };
                                mapping: string;
                                media: {
                                    [key: string]: string;
                                };
                                fonts: {
                                    name: string;
                                    sha256: string;
                                }[];
                                /** @description Missing in receipts of earlier versions of Framepress */
                                settings?: {
                                    loudness_target_lufs: number | null;
                                    outputs: {
                                        [key: string]: {
                                            format: string;
                                            codec: string;
                                            width: number;
                                            height: number;
                                            fps: number;
                                            quality: string;
                                            encoder: string;
                                        };
                                    };
                                };
                                engine: {
                                    [key: string]: string | number;
                                };
                                outputs: {
                                    [key: string]: string;
                                };
                            } | null;
                            expires_at: string | null;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        render_session: {
                            id: string;
                            title: string;
                            /** @enum {string} */
                            status: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
                            render_progress: number;
                            thumbnails: string[];
                            video_url: string | null;
                            errors: {
                                code: string;
                                message: string;
                                pointer?: string;
                                editable?: string;
                                url?: string;
                                layer_path?: string;
                                hint?: string;
                                retryable: boolean;
                            }[];
                            created_at: string;
                            updated_at: string;
                            mapping: {
                                id: string;
                                template_style_version_id: string;
                                resources: {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                            audio_tracks: {
                                [key: string]: unknown;
                            };
                            font_changes: {
                                [key: string]: unknown;
                            };
                            source_uploads: ({
                                editable?: string;
                                /** @description Instead of `editable`: the entry of font_changes */
                                font?: string;
                                /** @description `null` when its encryption key is lost */
                                remote_url?: string | null;
                                upload_id?: string;
                                content_type: string;
                                bytes: number;
                                sha256: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fonts: {
                                name: string;
                                family: string;
                                /** @enum {string} */
                                from: "template" | "font_changes" | "account" | "fallback";
                                digest: string;
                            }[];
                            phase: string;
                            /** @description Position among the sessions of the account: 1 renders next; null when not waiting */
                            queue_position: number | null;
                            /** @description Estimated seconds until the render ends; null while unknown */
                            eta_seconds: number | null;
                            duration: number | null;
                            width: number | null;
                            height: number | null;
                            fps: number | null;
                            /** @description Loudness of the finished audio (EBU R128); null without audio */
                            loudness: {
                                integrated_lufs: number | null;
                                range_lu: number | null;
                                true_peak_dbtp: number | null;
                                limited: boolean;
                            } | null;
                            outputs: {
                                /** @description The name in external_uploads: video, video_2 … */
                                file: string;
                                format: string;
                                codec: string;
                                width: number;
                                height: number;
                                fps: number;
                                duration: number;
                                bytes: number;
                                sha256: string;
                                url: string;
                            }[];
                            poster_url: string | null;
                            /** @description HLS playlist. It can be played as soon as the first seconds are rendered. */
                            hls_url: string | null;
                            warnings: ({
                                code: string;
                                message: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fit: {
                                [key: string]: {
                                    font_scale?: number;
                                    lines?: number;
                                    overflow?: boolean;
                                    word_broken?: boolean;
                                    missing_glyphs?: string[];
                                    fallback_fonts?: string[];
                                    /** @description The visible part, in pixels of the source after its orientation is applied */
                                    crop?: {
                                        x: number;
                                        y: number;
                                        width: number;
                                        height: number;
                                    };
                                };
                            };
                            external_uploads: {
                                id: string;
                                to: string;
                                file: string;
                                render: ("preview" | "final") | null;
                                /** @enum {string} */
                                status: "waiting" | "pending" | "uploading" | "retrying" | "complete" | "failed" | "canceled";
                                attempts: number;
                                next_attempt_at: string | null;
                                remote_id: string | null;
                                bytes: number | null;
                                md5: string | null;
                                version: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                    pointer?: string;
                                    editable?: string;
                                    url?: string;
                                    layer_path?: string;
                                    hint?: string;
                                    retryable: boolean;
                                } | null;
                                ended_at: string | null;
                            }[];
                            metadata: {
                                [key: string]: string;
                            };
                            external_id: string | null;
                            timings: {
                                [key: string]: number;
                            };
                            /** @description SHA-256 of all inputs that determine the files, and of the files */
                            receipt: {
                                template: {
                                    template_style_version_id: string;
                                    sha256: string;
                                    /** @description Version of the importer. Not in receipts of earlier versions */
                                    importer_version?: number;
                                };
                                mapping: string;
                                media: {
                                    [key: string]: string;
                                };
                                fonts: {
                                    name: string;
                                    sha256: string;
                                }[];
                                /** @description Missing in receipts of earlier versions of Framepress */
                                settings?: {
                                    loudness_target_lufs: number | null;
                                    outputs: {
                                        [key: string]: {
                                            format: string;
                                            codec: string;
                                            width: number;
                                            height: number;
                                            fps: number;
                                            quality: string;
                                            encoder: string;
                                        };
                                    };
                                };
                                engine: {
                                    [key: string]: string | number;
                                };
                                outputs: {
                                    [key: string]: string;
                                };
                            } | null;
                            expires_at: string | null;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelRenderSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        render_session: {
                            id: string;
                            title: string;
                            /** @enum {string} */
                            status: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
                            render_progress: number;
                            thumbnails: string[];
                            video_url: string | null;
                            errors: {
                                code: string;
                                message: string;
                                pointer?: string;
                                editable?: string;
                                url?: string;
                                layer_path?: string;
                                hint?: string;
                                retryable: boolean;
                            }[];
                            created_at: string;
                            updated_at: string;
                            mapping: {
                                id: string;
                                template_style_version_id: string;
                                resources: {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                            audio_tracks: {
                                [key: string]: unknown;
                            };
                            font_changes: {
                                [key: string]: unknown;
                            };
                            source_uploads: ({
                                editable?: string;
                                /** @description Instead of `editable`: the entry of font_changes */
                                font?: string;
                                /** @description `null` when its encryption key is lost */
                                remote_url?: string | null;
                                upload_id?: string;
                                content_type: string;
                                bytes: number;
                                sha256: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fonts: {
                                name: string;
                                family: string;
                                /** @enum {string} */
                                from: "template" | "font_changes" | "account" | "fallback";
                                digest: string;
                            }[];
                            phase: string;
                            /** @description Position among the sessions of the account: 1 renders next; null when not waiting */
                            queue_position: number | null;
                            /** @description Estimated seconds until the render ends; null while unknown */
                            eta_seconds: number | null;
                            duration: number | null;
                            width: number | null;
                            height: number | null;
                            fps: number | null;
                            /** @description Loudness of the finished audio (EBU R128); null without audio */
                            loudness: {
                                integrated_lufs: number | null;
                                range_lu: number | null;
                                true_peak_dbtp: number | null;
                                limited: boolean;
                            } | null;
                            outputs: {
                                /** @description The name in external_uploads: video, video_2 … */
                                file: string;
                                format: string;
                                codec: string;
                                width: number;
                                height: number;
                                fps: number;
                                duration: number;
                                bytes: number;
                                sha256: string;
                                url: string;
                            }[];
                            poster_url: string | null;
                            /** @description HLS playlist. It can be played as soon as the first seconds are rendered. */
                            hls_url: string | null;
                            warnings: ({
                                code: string;
                                message: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            fit: {
                                [key: string]: {
                                    font_scale?: number;
                                    lines?: number;
                                    overflow?: boolean;
                                    word_broken?: boolean;
                                    missing_glyphs?: string[];
                                    fallback_fonts?: string[];
                                    /** @description The visible part, in pixels of the source after its orientation is applied */
                                    crop?: {
                                        x: number;
                                        y: number;
                                        width: number;
                                        height: number;
                                    };
                                };
                            };
                            external_uploads: {
                                id: string;
                                to: string;
                                file: string;
                                render: ("preview" | "final") | null;
                                /** @enum {string} */
                                status: "waiting" | "pending" | "uploading" | "retrying" | "complete" | "failed" | "canceled";
                                attempts: number;
                                next_attempt_at: string | null;
                                remote_id: string | null;
                                bytes: number | null;
                                md5: string | null;
                                version: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                    pointer?: string;
                                    editable?: string;
                                    url?: string;
                                    layer_path?: string;
                                    hint?: string;
                                    retryable: boolean;
                                } | null;
                                ended_at: string | null;
                            }[];
                            metadata: {
                                [key: string]: string;
                            };
                            external_id: string | null;
                            timings: {
                                [key: string]: number;
                            };
                            /** @description SHA-256 of all inputs that determine the files, and of the files */
                            receipt: {
                                template: {
                                    template_style_version_id: string;
                                    sha256: string;
                                    /** @description Version of the importer. Not in receipts of earlier versions */
                                    importer_version?: number;
                                };
                                mapping: string;
                                media: {
                                    [key: string]: string;
                                };
                                fonts: {
                                    name: string;
                                    sha256: string;
                                }[];
                                /** @description Missing in receipts of earlier versions of Framepress */
                                settings?: {
                                    loudness_target_lufs: number | null;
                                    outputs: {
                                        [key: string]: {
                                            format: string;
                                            codec: string;
                                            width: number;
                                            height: number;
                                            fps: number;
                                            quality: string;
                                            encoder: string;
                                        };
                                    };
                                };
                                engine: {
                                    [key: string]: string | number;
                                };
                                outputs: {
                                    [key: string]: string;
                                };
                            } | null;
                            expires_at: string | null;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDestinations: {
        parameters: {
            query?: {
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destinations: {
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
                            created_at: string;
                            updated_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The beginning of the `to` of an upload: s3://bucket/path, gs://bucket/path, wasbs://container@account.blob.core.windows.net/path or https://host/path. When several destinations match, the longest prefix is used. */
                    prefix: string;
                    name?: string;
                    options?: {
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
                    } | {
                        cache_control?: string;
                        /** Format: uri */
                        endpoint?: string;
                        /** @enum {string} */
                        acl?: "authenticatedRead" | "bucketOwnerFullControl" | "bucketOwnerRead" | "private" | "projectPrivate" | "publicRead";
                        storage_class?: string & (unknown & unknown);
                        kms_key_name?: string;
                        user_project?: string;
                    } | {
                        cache_control?: string;
                        /** Format: uri */
                        endpoint?: string;
                        /** @enum {string} */
                        access_tier?: "Hot" | "Cool" | "Cold" | "Archive";
                    } | {
                        cache_control?: string;
                    };
                    /** @description Stored encrypted, and never returned */
                    credentials: {
                        access_key_id: string;
                        secret_access_key: string;
                        session_token?: string;
                    } | {
                        service_account: {
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
                    } | ({
                        account_key: string & (unknown & unknown);
                    } | {
                        sas_token: string;
                    } | {
                        connection_string: string;
                    }) | {
                        headers: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destination: {
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
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destination: {
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
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The beginning of the `to` of an upload: s3://bucket/path, gs://bucket/path, wasbs://container@account.blob.core.windows.net/path or https://host/path. When several destinations match, the longest prefix is used. */
                    prefix?: string;
                    name?: string;
                    options?: {
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
                    } | {
                        cache_control?: string;
                        /** Format: uri */
                        endpoint?: string;
                        /** @enum {string} */
                        acl?: "authenticatedRead" | "bucketOwnerFullControl" | "bucketOwnerRead" | "private" | "projectPrivate" | "publicRead";
                        storage_class?: string & (unknown & unknown);
                        kms_key_name?: string;
                        user_project?: string;
                    } | {
                        cache_control?: string;
                        /** Format: uri */
                        endpoint?: string;
                        /** @enum {string} */
                        access_tier?: "Hot" | "Cool" | "Cold" | "Archive";
                    } | {
                        cache_control?: string;
                    };
                    /** @description Stored encrypted, and never returned */
                    credentials?: {
                        access_key_id: string;
                        secret_access_key: string;
                        session_token?: string;
                    } | {
                        service_account: {
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
                    } | ({
                        account_key: string & (unknown & unknown);
                    } | {
                        sas_token: string;
                    } | {
                        connection_string: string;
                    }) | {
                        headers: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destination: {
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
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        test: {
                            /** @description True when files can be delivered */
                            ok: boolean;
                            steps: {
                                /** @enum {string} */
                                step: "write" | "read" | "delete";
                                ok: boolean;
                                /** @enum {string} */
                                code?: "malformed_body" | "invalid_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "idempotency_conflict" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "queue_full" | "quota_exceeded" | "unavailable" | "link_expired" | "range_not_satisfiable" | "editable_missing" | "editable_unknown" | "editable_wrong_type" | "text_invalid" | "color_invalid" | "url_invalid" | "upload_unknown" | "font_unknown" | "crop_invalid" | "template_version_unknown" | "template_version_not_ready" | "package_unreadable" | "package_too_large" | "package_path_unsafe" | "package_incomplete" | "template_json_invalid" | "lottie_malformed" | "lottie_invalid" | "lottie_too_large" | "lottie_precomp_cycle" | "lottie_asset_missing" | "font_invalid" | "font_missing" | "asset_not_found" | "asset_forbidden" | "asset_unreachable" | "asset_timeout" | "asset_too_large" | "asset_not_media" | "asset_private_address" | "asset_corrupt" | "video_too_short" | "sound_too_short" | "render_failed" | "render_timeout" | "render_corrupt" | "inputs_gone" | "canceled" | "limit_exceeded" | "process_crashed" | "target_invalid" | "destination_unknown" | "delivery_denied" | "delivery_place_missing" | "delivery_exists" | "delivery_full" | "delivery_rejected" | "delivery_unreachable" | "delivery_timeout" | "delivery_corrupt" | "delivery_source_gone" | "config_invalid" | "environment_incomplete" | "storage_failed" | "secret_key_missing" | "data_dir_locked" | "internal";
                                message?: string;
                                hint?: string;
                            }[];
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_endpoints: {
                            id: string;
                            /** @description null: its encryption key is lost */
                            url: string | null;
                            events: string[] | null;
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            disabled_reason: ("requested" | "gone" | "failing") | null;
                            disabled_at: string | null;
                            failing_since: string | null;
                            render_session_id: string | null;
                            previous_secret_expires_at: string | null;
                            created_at: string;
                            updated_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    /** @description null: all event types, also types that are added later */
                    events?: ("render_session.status.changed" | "render_session.external_upload.complete" | "render_session.external_upload.failed" | "render_session.external_upload.canceled" | "template_style_version.status.changed" | "webhook_endpoint.disabled")[] | null;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_endpoint: {
                            id: string;
                            /** @description null: its encryption key is lost */
                            url: string | null;
                            events: string[] | null;
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            disabled_reason: ("requested" | "gone" | "failing") | null;
                            disabled_at: string | null;
                            failing_since: string | null;
                            render_session_id: string | null;
                            previous_secret_expires_at: string | null;
                            created_at: string;
                            updated_at: string;
                            /** @description Returned only here */
                            secret: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_endpoint: {
                            id: string;
                            /** @description null: its encryption key is lost */
                            url: string | null;
                            events: string[] | null;
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            disabled_reason: ("requested" | "gone" | "failing") | null;
                            disabled_at: string | null;
                            failing_since: string | null;
                            render_session_id: string | null;
                            previous_secret_expires_at: string | null;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url?: string;
                    /** @description null: all event types, also types that are added later */
                    events?: ("render_session.status.changed" | "render_session.external_upload.complete" | "render_session.external_upload.failed" | "render_session.external_upload.canceled" | "template_style_version.status.changed" | "webhook_endpoint.disabled")[] | null;
                    /** @enum {string} */
                    status?: "enabled" | "disabled";
                    /** @description null: from now on only the newest secret signs */
                    previous_secret_expires_at?: null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_endpoint: {
                            id: string;
                            /** @description null: its encryption key is lost */
                            url: string | null;
                            events: string[] | null;
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            disabled_reason: ("requested" | "gone" | "failing") | null;
                            disabled_at: string | null;
                            failing_since: string | null;
                            render_session_id: string | null;
                            previous_secret_expires_at: string | null;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description false: the old secret becomes invalid immediately
                     * @default true
                     */
                    keep_previous?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_endpoint: {
                            id: string;
                            /** @description null: its encryption key is lost */
                            url: string | null;
                            events: string[] | null;
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            disabled_reason: ("requested" | "gone" | "failing") | null;
                            disabled_at: string | null;
                            failing_since: string | null;
                            render_session_id: string | null;
                            previous_secret_expires_at: string | null;
                            created_at: string;
                            updated_at: string;
                            /** @description Returned only here */
                            secret: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_delivery: {
                            id: string;
                            webhook_endpoint_id: string;
                            /** @description The value of the header webhook-id in every attempt */
                            event_id: string;
                            event_type: string;
                            /** @description The id of the session, version or endpoint that the event is about */
                            subject_id: string;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "failed";
                            attempts: {
                                at: string;
                                duration_ms: number;
                                status: number | null;
                                /** @description The first 500 bytes of the response */
                                response: string;
                                error: string | null;
                            }[];
                            /** @description null: it has ended, or waits for an earlier event of the same subject */
                            next_attempt_at: string | null;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_deliveries: {
                            id: string;
                            webhook_endpoint_id: string;
                            /** @description The value of the header webhook-id in every attempt */
                            event_id: string;
                            event_type: string;
                            /** @description The id of the session, version or endpoint that the event is about */
                            subject_id: string;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "failed";
                            attempts: {
                                at: string;
                                duration_ms: number;
                                status: number | null;
                                /** @description The first 500 bytes of the response */
                                response: string;
                                error: string | null;
                            }[];
                            /** @description null: it has ended, or waits for an earlier event of the same subject */
                            next_attempt_at: string | null;
                            created_at: string;
                            updated_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        replayed: number;
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_delivery: {
                            id: string;
                            webhook_endpoint_id: string;
                            /** @description The value of the header webhook-id in every attempt */
                            event_id: string;
                            event_type: string;
                            /** @description The id of the session, version or endpoint that the event is about */
                            subject_id: string;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "failed";
                            attempts: {
                                at: string;
                                duration_ms: number;
                                status: number | null;
                                /** @description The first 500 bytes of the response */
                                response: string;
                                error: string | null;
                            }[];
                            /** @description null: it has ended, or waits for an earlier event of the same subject */
                            next_attempt_at: string | null;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_delivery: {
                            id: string;
                            webhook_endpoint_id: string;
                            /** @description The value of the header webhook-id in every attempt */
                            event_id: string;
                            event_type: string;
                            /** @description The id of the session, version or endpoint that the event is about */
                            subject_id: string;
                            sequence: number;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "failed";
                            attempts: {
                                at: string;
                                duration_ms: number;
                                status: number | null;
                                /** @description The first 500 bytes of the response */
                                response: string;
                                error: string | null;
                            }[];
                            /** @description null: it has ended, or waits for an earlier event of the same subject */
                            next_attempt_at: string | null;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    watchWebhookEvents: {
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
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mp4": unknown;
                    "application/vnd.apple.mpegurl": unknown;
                    "image/jpeg": unknown;
                    "image/png": unknown;
                    "video/mp4": unknown;
                    "video/webm": unknown;
                    "video/quicktime": unknown;
                    "image/gif": unknown;
                    "application/zip": unknown;
                    "application/octet-stream": unknown;
                };
            };
            /** @description Partial content */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mp4": unknown;
                    "application/vnd.apple.mpegurl": unknown;
                    "image/jpeg": unknown;
                    "image/png": unknown;
                    "video/mp4": unknown;
                    "video/webm": unknown;
                    "video/quicktime": unknown;
                    "image/gif": unknown;
                    "application/zip": unknown;
                    "application/octet-stream": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Range not satisfiable */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok" | "unavailable";
                        /** @description The state of each part: `ok`, or a description of the failure */
                        parts: {
                            [key: string]: string;
                        };
                    };
                };
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok" | "unavailable";
                        /** @description The state of each part: `ok`, or a description of the failure */
                        parts: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
    };
    getOpenApi: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Malformed request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
