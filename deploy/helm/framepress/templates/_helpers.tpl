{{- define "framepress.name" -}}
{{ printf "%s-%s" .Release.Name .part | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "framepress.labels" -}}
app.kubernetes.io/name: framepress
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- /* The pod of one role; the context has also `part` and `settings`. */}}
{{- define "framepress.pod" -}}
metadata:
  labels:
    {{- include "framepress.labels" . | nindent 4 }}
  annotations:
    prometheus.io/scrape: 'true'
    prometheus.io/port: '4211'
spec:
  terminationGracePeriodSeconds: {{ .settings.terminationGracePeriodSeconds }}
  # Otherwise Kubernetes sets variables with the name of the release, which look like those of the program.
  enableServiceLinks: false
  # No process uses the API of Kubernetes. Roles of clouds have tokens of their own.
  automountServiceAccountToken: false
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.serviceAccount.name }}
  serviceAccountName: {{ . }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile: { type: RuntimeDefault }
  {{- with .settings.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .settings.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "framepress.labels" . | nindent 10 }}
  # Before the probes begin, because a migration of many rows takes longer than they allow. Pods that start at
  # the same time wait for each other.
  initContainers:
    - name: migrate
      {{- include "framepress.container" . | nindent 6 }}
      args: [migrate]
  containers:
    - name: framepress
      {{- include "framepress.container" . | nindent 6 }}
      args: [serve]
      ports:
        - name: http
          containerPort: 4210
        - name: probes
          containerPort: 4211
      startupProbe:
        httpGet: { path: /healthz, port: probes }
        periodSeconds: 1
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /healthz, port: probes }
        periodSeconds: 10
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: probes }
        periodSeconds: 5
      {{- with .settings.preStopSeconds }}
      lifecycle:
        preStop:
          exec:
            command: [sleep, {{ . | quote }}]
      {{- end }}
  volumes:
    - name: data
      emptyDir:
        sizeLimit: {{ .settings.dataSize }}
    - name: tmp
      emptyDir: {}
{{- end }}

{{- /* The settings of all containers of a pod. */}}
{{- define "framepress.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
env:
  - name: FRAMEPRESS_ROLE
    value: {{ .part }}
  - name: FRAMEPRESS_STORAGE
    value: {{ required "storage is required" .Values.storage | quote }}
  {{- with .Values.publicUrl }}
  - name: PUBLIC_URL
    value: {{ . | quote }}
  {{- end }}
  {{- with .Values.s3Endpoint }}
  - name: FRAMEPRESS_S3_ENDPOINT
    value: {{ . | quote }}
  {{- end }}
  {{- with .settings.trustProxy }}
  - name: FRAMEPRESS_TRUST_PROXY
    value: {{ . | quote }}
  {{- end }}
  {{- with .settings.rasterisers }}
  - name: FRAMEPRESS_WORKERS
    value: {{ . | quote }}
  {{- end }}
  {{- with .settings.renders }}
  - name: FRAMEPRESS_RENDERS
    value: {{ . | quote }}
  {{- end }}
  {{- with .settings.stillWorkers }}
  - name: FRAMEPRESS_STILL_WORKERS
    value: {{ . | quote }}
  {{- end }}
  {{- with .settings.rasteriserMemoryMb }}
  - name: FRAMEPRESS_RASTERISER_MEMORY_MB
    value: {{ . | quote }}
  {{- end }}
  {{- with .settings.taskMemoryMb }}
  - name: FRAMEPRESS_TASK_MEMORY_MB
    value: {{ . | quote }}
  {{- end }}
  {{- range $name, $value := .Values.environment }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
envFrom:
  - secretRef:
      name: {{ .Values.secret }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
resources:
  {{- toYaml .settings.resources | nindent 2 }}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end }}
