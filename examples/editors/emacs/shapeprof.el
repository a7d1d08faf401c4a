;;; shapeprof.el --- shapes and memory of neural networks in C, with Eglot  -*- lexical-binding: t -*-

;; Put this folder on `load-path', then
;;
;;   (require 'shapeprof)
;;   (add-hook 'c-mode-hook #'shapeprof-ensure)
;;
;; Findings are Flymake's, hover is ElDoc's, symbols are in Imenu.  Shapes stand behind the expressions:
;; by `eglot-inlay-hints-mode' where Eglot has it (1.12 and newer), by `shapeprof-hints-mode' before.

;;; Code:

(require 'cl-lib)
(require 'eglot)
(require 'seq)

(defgroup shapeprof nil "Shapes and memory of neural networks in C." :group 'tools)

(defcustom shapeprof-command '("shapeprof" "lsp")
  "How the language server is started."
  :type '(repeat string))

(defface shapeprof-hint '((t :inherit shadow :height 0.85))
  "Shapes behind expressions.")

;;; Hints, for versions of Eglot that have none

(defvar-local shapeprof--overlays nil)

(defun shapeprof--label (hint)
  "The text of HINT, whose label is a string or a list of parts."
  (let ((label (plist-get hint :label)))
    (if (stringp label) label
      (mapconcat (lambda (part) (plist-get part :value)) label ""))))

(defun shapeprof--draw (hints)
  "Show HINTS behind their expressions."
  (mapc #'delete-overlay shapeprof--overlays)
  (setq shapeprof--overlays
        (mapcar (lambda (hint)
                  (let* ((at (eglot--lsp-position-to-point (plist-get hint :position)))
                         (overlay (make-overlay at at)))
                    (overlay-put overlay 'after-string
                                 (propertize (concat " " (shapeprof--label hint))
                                             'face 'shapeprof-hint))
                    overlay))
                hints)))

(defun shapeprof-hints (&rest _)
  "Ask for the hints of this buffer and show them."
  (let ((server (eglot-current-server)) (buffer (current-buffer)))
    (when server
      (jsonrpc-async-request
       server :textDocument/inlayHint
       (list :textDocument (eglot--TextDocumentIdentifier)
             :range (list :start '(:line 0 :character 0)
                          :end (list :line (line-number-at-pos (point-max)) :character 0)))
       :success-fn (lambda (hints)
                     (when (buffer-live-p buffer)
                       (with-current-buffer buffer
                         (eglot--widening (shapeprof--draw hints)))))))))

(define-minor-mode shapeprof-hints-mode
  "Show shape, dtype and bytes behind each expression that gives a tensor."
  :lighter " shapes"
  (if shapeprof-hints-mode (shapeprof-hints) (shapeprof--draw nil)))

;; Each analysis ends with its findings: then there are new hints, too.
(cl-defmethod eglot-handle-notification :after
  (_server (_method (eql textDocument/publishDiagnostics)) &key uri &allow-other-keys)
  (let ((buffer (find-buffer-visiting (eglot--uri-to-path uri))))
    (when buffer
      (with-current-buffer buffer
        (when shapeprof-hints-mode (shapeprof-hints))))))

;;; Commands

(defun shapeprof--lenses ()
  "The code lenses of this buffer."
  (append (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeLens
                           (list :textDocument (eglot--TextDocumentIdentifier)))
          nil))

(defun shapeprof-peaks ()
  "Say the peaks of the models of this buffer."
  (interactive)
  (message "%s" (mapconcat (lambda (lens) (plist-get (plist-get lens :command) :title))
                           (seq-filter (lambda (lens)
                                         (string-prefix-p "peak" (plist-get (plist-get lens :command)
                                                                            :title)))
                                       (shapeprof--lenses))
                           "\n")))

(defun shapeprof--execute (name)
  "Have the command NAME done for the first model of this buffer, and show what it prints."
  (let* ((lens (seq-find (lambda (lens)
                           (equal name (plist-get (plist-get lens :command) :command)))
                         (shapeprof--lenses)))
         (result (and lens
                      (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                                       (list :command name
                                             :arguments (plist-get (plist-get lens :command)
                                                                   :arguments))
                                       :timeout 120))))
    (if (not result) (message "no model here")
      (with-current-buffer (get-buffer-create "*shapeprof*")
        (let ((inhibit-read-only t))
          (erase-buffer)
          (insert (plist-get result :text)))
        (special-mode)
        (display-buffer (current-buffer))))))

(defun shapeprof-show ()
  "Show the whole report of the first model of this buffer."
  (interactive)
  (shapeprof--execute "shapeprof.show"))

(defun shapeprof-run ()
  "Execute the first model of this buffer: predicted and measured."
  (interactive)
  (shapeprof--execute "shapeprof.run"))

;;; Starting

(defun shapeprof--managed ()
  "What a buffer gets once the server knows it."
  (when (and (eglot-managed-p) (derived-mode-p 'c-mode))
    (if (fboundp 'eglot-inlay-hints-mode)
        (eglot-inlay-hints-mode 1)
      (shapeprof-hints-mode 1))))

;;;###autoload
(defun shapeprof-ensure ()
  "Start shapeprof for this buffer."
  (setq-local eglot-server-programs (list (cons 'c-mode shapeprof-command)))
  (add-hook 'eglot-managed-mode-hook #'shapeprof--managed)
  (eglot-ensure))

(provide 'shapeprof)
;;; shapeprof.el ends here
